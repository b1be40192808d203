//! Display texts, and forms printed back as text.

use super::tree::Form;

/// What a raw string shows: blanks and line breaks of the source collapsed, `\`
/// a line break, a backquote a quotation mark (reference 1.3).
pub fn decode(raw: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in raw.split('\\') {
        lines.push(line.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    lines.join("\n").replace('`', "\"")
}

/// A form on one line, strings raw.
pub fn one_line(form: &Form) -> String {
    let mut out = String::new();
    write(form, &mut out);
    out
}

fn write(form: &Form, out: &mut String) {
    if let Some(word) = form.word() {
        out.push_str(word);
    } else if let Some(text) = form.string() {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push('(');
        for (i, item) in form.items().iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || write(item, out));
        }
        out.push(')');
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_backslash_breaks_the_line_and_a_backquote_quotes() {
        assert_eq!(super::decode("a  `b`\\\r\n   c"), "a \"b\"\nc");
    }
}
