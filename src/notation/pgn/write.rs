//! Games as text.

use super::{Game, Played};

/// Characters a line of moves has at most.
const WIDTH: usize = 80;

pub(super) fn game(game: &Game) -> String {
    let mut out = String::new();
    for (name, value) in &game.tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        out.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    if !game.tags.is_empty() {
        out.push('\n');
    }
    let mut words = Words { out, column: 0, opened: 0 };
    comments(&mut words, &game.comments);
    let (number, black) = first_move(game);
    line(&mut words, &game.line, number, black);
    words.put(game.result.as_deref().unwrap_or("*"));
    words.out + "\n"
}

/// The number of the first move, and whether Black makes it, by the FEN tag.
fn first_move(game: &Game) -> (u32, bool) {
    let Some(fen) = game.tag("FEN") else { return (1, false) };
    let words: Vec<&str> = fen.split_whitespace().filter(|word| !word.contains('=')).collect();
    let number = words.last().filter(|_| words.len() > 4).and_then(|word| word.parse().ok());
    (number.unwrap_or(1), words.get(1) == Some(&"b"))
}

fn line(words: &mut Words, moves: &[Played], mut number: u32, mut black: bool) {
    let mut numbered = true;
    for played in moves {
        match black {
            false => words.put(&format!("{number}.")),
            true if numbered => words.put(&format!("{number}...")),
            true => {}
        }
        words.put(&played.text);
        played.glyphs.iter().for_each(|glyph| words.put(&format!("${glyph}")));
        comments(words, &played.comments);
        for variation in &played.variations {
            words.open();
            comments(words, &variation.comments);
            line(words, &variation.line, number, black);
            words.close();
        }
        numbered = !played.comments.is_empty() || !played.variations.is_empty();
        number += u32::from(black);
        black = !black;
    }
}

fn comments(words: &mut Words, comments: &[String]) {
    for comment in comments {
        // A brace would end it.
        let comment = comment.replace('}', ")");
        match comment.split_whitespace().collect::<Vec<_>>()[..] {
            [] => words.put("{}"),
            [one] => words.put(&format!("{{{one}}}")),
            [first, ref middle @ .., last] => {
                words.put(&format!("{{{first}"));
                middle.iter().for_each(|word| words.put(word));
                words.put(&format!("{last}}}"));
            }
        }
    }
}

/// Words with blanks or line breaks between them.
struct Words {
    out: String,
    column: usize,
    /// Variations that begin with the next word.
    opened: usize,
}

impl Words {
    fn open(&mut self) {
        self.opened += 1;
    }

    fn close(&mut self) {
        if self.opened > 0 {
            // A variation without a word.
            self.put("");
        }
        self.out.push(')');
        self.column += 1;
    }

    fn put(&mut self, word: &str) {
        let word = "(".repeat(std::mem::take(&mut self.opened)) + word;
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.push_str(&word);
        self.column += length;
    }
}
