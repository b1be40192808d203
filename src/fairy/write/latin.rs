//! Titles in Latin letters, as far as names of sections need them.

/// Letters of other alphabets and what they are in ASCII, in lower case.
const LETTERS: &[(&str, &str)] = &[
    ("àáâãåāăąα", "a"),
    ("ä", "ae"),
    ("æ", "ae"),
    ("çćčĉċц", "c"),
    ("ďđδ", "d"),
    ("ð", "d"),
    ("èéêëēĕėęěεэе", "e"),
    ("ф", "f"),
    ("ĝğġģγ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįıιи", "i"),
    ("ĵ", "j"),
    ("ķκк", "k"),
    ("ĺļľłλл", "l"),
    ("μм", "m"),
    ("ñńņňνн", "n"),
    ("òóôõōŏőοωо", "o"),
    ("ö", "oe"),
    ("ø", "oe"),
    ("œ", "oe"),
    ("πп", "p"),
    ("ŕŗřρр", "r"),
    ("śŝşšσςс", "s"),
    ("ß", "ss"),
    ("ţťŧτт", "t"),
    ("þθ", "th"),
    ("ùúûũūŭůűųу", "u"),
    ("ü", "ue"),
    ("ŵ", "w"),
    ("ýÿŷυыйі", "y"),
    ("źżžζз", "z"),
    ("βв", "v"),
    ("а", "a"),
    ("б", "b"),
    ("г", "g"),
    ("д", "d"),
    ("ё", "yo"),
    ("ж", "zh"),
    ("х", "kh"),
    ("ч", "ch"),
    ("ш", "sh"),
    ("щ", "shch"),
    ("ъь", ""),
    ("ю", "yu"),
    ("я", "ya"),
    ("є", "ye"),
    ("ї", "yi"),
    ("ґ", "g"),
    ("η", "i"),
    ("ξ", "x"),
    ("ά", "a"),
    ("έ", "e"),
    ("ήίϊ", "i"),
    ("όώ", "o"),
    ("ύ", "y"),
    ("φ", "f"),
    ("χ", "ch"),
    ("ψ", "ps"),
];

/// A title in ASCII. A letter of a script that is not known here is its number, so that two titles
/// keep two names.
pub(super) fn spelled(title: &str) -> String {
    let mut out = String::new();
    for c in title.chars().flat_map(char::to_lowercase) {
        match LETTERS.iter().find(|(letters, _)| letters.contains(c)) {
            _ if c.is_ascii() => out.push(c),
            Some((_, ascii)) => out.push_str(ascii),
            None if c.is_alphanumeric() => out.push_str(&format!("-u{:04x}-", u32::from(c))),
            None => out.push(' '),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::slug;

    #[test]
    fn titles_of_other_alphabets_keep_their_names() {
        let rows =
            [("Шахматы", "shakhmaty"), ("Échecs à l'aveugle", "echecs-a-l-aveugle"), ("Σκάκι", "skaki")];
        for (title, name) in rows {
            assert_eq!(slug(title), name);
        }
        assert_ne!(slug("将棋"), slug("象棋"));
        assert_eq!(slug("将棋"), "u5c06-u68cb");
        assert_eq!(slug("!!"), "variant");
    }
}
