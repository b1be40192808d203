//! Positions with less in them, as text: every referee writes positions in its own way, and
//! all of them as a FEN with words behind it (see `docs/positions.md`).
//!
//! An edit need not be right. Whoever asks for it gives the text back to the referee and
//! looks at what it reads.

use crate::referee::Layout;

/// The cells of a rank, an empty text for each empty square.
fn cells(rank: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut chars = rank.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '0'..='9' => {
                let mut digits = c.to_string();
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                // No board is wider than this; longer runs are no FEN.
                let run = digits.parse::<usize>().unwrap_or(0).min(256);
                cells.extend(std::iter::repeat_n(String::new(), run));
            }
            '+' => cells.push(format!("+{}", chars.next().unwrap_or_default())),
            '~' => cells.last_mut().into_iter().for_each(|cell| cell.push('~')),
            c => cells.push(c.to_string()),
        }
    }
    cells
}

fn rank(cells: &[String]) -> String {
    let mut out = String::new();
    for run in cells.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
        if run[0].is_empty() { out.push_str(&run.len().to_string()) } else { out.push_str(&run[0]) }
    }
    out
}

/// A list of squares without one; `None` for the word where nothing stays.
fn word_without(word: &str, square: &str) -> Option<String> {
    let Some((key, value)) = word.split_once('=') else { return Some(word.to_owned()) };
    let keep = |list: &str, is: &dyn Fn(&str) -> bool| -> String {
        list.split(',').filter(|item| !is(item)).collect::<Vec<_>>().join(",")
    };
    let left = match key {
        "unmoved" => match keep(value, &|item| item == square) {
            left if left.is_empty() => "-".to_owned(),
            left => left,
        },
        "rights" => keep(value, &|item| item.starts_with(square) || item.ends_with(square)),
        "men" => keep(value, &|item| item.split(':').next() == Some(square)),
        "attr" => {
            let group = |group: &str| -> Option<String> {
                let (name, list) = group.split_once(':')?;
                let left = keep(list, &|item| item == square);
                (!left.is_empty()).then(|| format!("{name}:{left}"))
            };
            value.split(';').filter_map(group).collect::<Vec<_>>().join(";")
        }
        _ => return Some(word.to_owned()),
    };
    (!left.is_empty()).then(|| format!("{key}={left}"))
}

/// The position without the man on a square.
pub(super) fn without_man(text: &str, layout: &Layout, square: usize) -> Option<String> {
    let spot = layout.spots.get(square)?;
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    if let Some((file, up)) = spot.place {
        let (board, hands) = match words[0].split_once('[') {
            Some((board, hands)) => (board.to_owned(), format!("[{hands}")),
            None => (words[0].clone(), String::new()),
        };
        let mut ranks: Vec<String> = board.split('/').map(str::to_owned).collect();
        let at = ranks.len().checked_sub(usize::from(up) + 1)?;
        let mut row = cells(&ranks[at]);
        row.get_mut(usize::from(file))?.clear();
        ranks[at] = rank(&row);
        words[0] = ranks.join("/") + &hands;
    }
    let (fields, rest): (Vec<String>, Vec<String>) = words.into_iter().partition(|w| !w.contains('='));
    let rest = rest.iter().filter_map(|word| word_without(word, &spot.name));
    Some(fields.into_iter().chain(rest).collect::<Vec<_>>().join(" "))
}

/// The position with the man of a square on another, empty one; `None` where anything but the
/// board speaks of either square.
pub(super) fn with_man_moved(text: &str, layout: &Layout, from: usize, to: usize) -> Option<String> {
    let (from, to) = (layout.spots.get(from)?, layout.spots.get(to)?);
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    let speaks = |name: &str| {
        let is_part = |part: &str| part.trim_start_matches('!') == name;
        rest.split(' ').any(|word| word.split(['=', ',', ';', ':', '-']).any(is_part))
    };
    if speaks(&from.name) || speaks(&to.name) {
        return None;
    }
    let (men, hands) = match board.split_once('[') {
        Some((men, hands)) => (men, format!("[{hands}")),
        None => (board, String::new()),
    };
    let mut ranks: Vec<Vec<String>> = men.split('/').map(cells).collect();
    let height = ranks.len();
    let mut cell = |(file, up): (u8, u8), by: String| {
        let row = ranks.get_mut(height.checked_sub(usize::from(up) + 1)?)?;
        Some(std::mem::replace(row.get_mut(usize::from(file))?, by))
    };
    let man = cell(from.place?, String::new())?;
    let there = cell(to.place?, man)?;
    let men: Vec<String> = ranks.iter().map(|row| rank(row)).collect();
    there.is_empty().then(|| format!("{}{hands} {rest}", men.join("/")).trim_end().to_owned())
}

/// The position with all men so many files and ranks further; those that leave the board are
/// gone. `None` where anything but the board speaks of squares.
pub(super) fn shifted(text: &str, (files, ranks): (i32, i32)) -> Option<String> {
    let (board, rest) = text.split_once(' ')?;
    let words: Vec<&str> = rest.split(' ').collect();
    if words.get(1..3) != Some(&["-", "-"]) || rest.contains('=') {
        return None;
    }
    let (men, hands) = match board.split_once('[') {
        Some((men, hands)) => (men, format!("[{hands}")),
        None => (board, String::new()),
    };
    let old: Vec<Vec<String>> = men.split('/').map(cells).collect();
    // Ranks are written from above.
    let cell = |row: usize, file: usize| {
        let row = usize::try_from(i32::try_from(row).ok()? + ranks).ok()?;
        let file = usize::try_from(i32::try_from(file).ok()? - files).ok()?;
        old.get(row)?.get(file).cloned()
    };
    let new = (0..old.len()).map(|row| {
        rank(&(0..old[row].len()).map(|file| cell(row, file).unwrap_or_default()).collect::<Vec<_>>())
    });
    Some(format!("{}{hands} {rest}", new.collect::<Vec<_>>().join("/")))
}

/// A move with all its squares so many files and ranks further; `None` where one would be off
/// any board.
pub(super) fn shifted_move(text: &str, (files, ranks): (i32, i32)) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_ascii_lowercase() || !chars.peek().is_some_and(char::is_ascii_digit) {
            out.push(c);
            continue;
        }
        let mut number = 0;
        while let Some(digit) = chars.next_if(char::is_ascii_digit) {
            number = (number * 10 + digit.to_digit(10)? as i32).min(1000);
        }
        let file = u8::try_from(i32::from(c as u8) + files).ok().filter(u8::is_ascii_lowercase)?;
        let up = number + ranks;
        if up < 1 {
            return None;
        }
        out.push_str(&format!("{}{up}", char::from(file)));
    }
    Some(out)
}

/// The position with one man less in hand.
pub(super) fn without_hand(text: &str, layout: &Layout, token: u16) -> Option<String> {
    let token = layout.tokens.get(usize::from(token))?;
    let (board, rest) = text.split_once(' ')?;
    if let Some((men, hand)) = board.split_once('[') {
        let at = hand.find(&token.text)?;
        let hand = format!("{}{}", &hand[..at], &hand[at + token.text.len()..]);
        return Some(format!("{men}[{hand} {rest}"));
    }
    let name = token.name.as_ref()?;
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let at = words.iter().position(|word| word.starts_with("reserve="))?;
    let mut items: Vec<String> = words[at]["reserve=".len()..].split(',').map(str::to_owned).collect();
    let of_name = |item: &String| item.split(':').next().is_some_and(|i| i.ends_with(&format!(".{name}")));
    // Whose they are the name of the player says, which is not known here.
    let found = match token.seat {
        Some(crate::referee::Seat::First) => items.iter().position(of_name),
        _ => items.iter().rposition(of_name),
    }?;
    let (who, number) = items[found].split_once(':')?;
    let left = number.parse::<u32>().ok()?.checked_sub(1)?;
    items[found] = format!("{who}:{left}");
    let mut words = words;
    words[at] = format!("reserve={}", items.join(","));
    Some(words.join(" "))
}

/// The positions with less in their fields: castling rights, en passant squares, counters.
/// Fields are touched where all of the texts have the same there, so that none says more than
/// another.
pub(super) fn with_less(texts: &[String; 2]) -> Vec<[String; 2]> {
    let words = [0, 1].map(|i| texts[i].split(' ').map(str::to_owned).collect::<Vec<String>>());
    let mut found = Vec::new();
    let mut put = |at: [usize; 2], by: &str| {
        let mut new = words.clone();
        if (0..2).all(|i| new[i][at[i]] == by) {
            return;
        }
        (0..2).for_each(|i| new[i][at[i]] = by.to_owned());
        found.push(new.map(|words| words.join(" ")));
    };
    let same = |at: usize| {
        let [a, b] = [0, 1].map(|i| words[i].get(at).filter(|word| *word != "-" && !word.contains('=')));
        (a.is_some() && a == b).then(|| a.cloned().unwrap_or_default())
    };
    for at in [2, 3] {
        if same(at).is_some() {
            put([at; 2], "-");
        }
    }
    if let Some(rights) = same(2).filter(|rights| rights.len() > 1) {
        for i in 0..rights.len() {
            let left: String =
                rights.chars().enumerate().filter(|(at, _)| *at != i).map(|(_, c)| c).collect();
            put([2; 2], &left);
        }
    }
    let ends = [0, 1].map(|i| words[i].iter().position(|w| w.contains('=')).unwrap_or(words[i].len()));
    for (back, by) in [(2, "0"), (1, "1")] {
        let at = ends.map(|end| end.saturating_sub(back));
        let number = |i: usize| at[i] >= 4 && words[i][at[i]].bytes().all(|b| b.is_ascii_digit());
        if number(0) && number(1) {
            put(at, by);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Seat, Spot, Token};

    fn layout() -> Layout {
        let spot = |i: u8| Spot {
            name: format!("{}{}", char::from(b'a' + i % 12), i / 12 + 1),
            place: Some((i % 12, i / 12)),
        };
        let pawn = Token { text: "P".into(), seat: Some(Seat::First), name: Some("Pawn".into()) };
        Layout { spots: (0..24).map(spot).collect(), tokens: vec![pawn] }
    }

    #[test]
    fn men_leave_the_board_and_every_list() {
        let text = "10+pK/R~11[PPq] w - - 0 1 attr=moved:k2,l2;!fresh:k2 unmoved=k2";
        assert_eq!(
            without_man(text, &layout(), 22).as_deref(),
            Some("11K/R~11[PPq] w - - 0 1 attr=moved:l2 unmoved=-")
        );
        assert_eq!(
            without_man(text, &layout(), 0).as_deref(),
            Some("10+pK/12[PPq] w - - 0 1 attr=moved:k2,l2;!fresh:k2 unmoved=k2")
        );
        assert_eq!(
            without_hand(text, &layout(), 0).as_deref(),
            Some("10+pK/R~11[Pq] w - - 0 1 attr=moved:k2,l2;!fresh:k2 unmoved=k2")
        );
        let reserve = "12/12 w - - 0 1 reserve=White.Pawn:3,Black.Pawn:2";
        assert_eq!(
            without_hand(reserve, &layout(), 0).as_deref(),
            Some("12/12 w - - 0 1 reserve=White.Pawn:2,Black.Pawn:2")
        );
    }

    #[test]
    fn all_men_go_further() {
        let text = "12/4k7/3n+pK6[p] b - - 0 1";
        assert_eq!(shifted(text, (-4, 1)).as_deref(), Some("k11/+pK10/12[p] b - - 0 1"));
        assert_eq!(shifted(text, (1, -1)).as_deref(), Some("12/12/5k6[p] b - - 0 1"));
        assert_eq!(shifted("12/4k7 w KQ - 0 1", (1, 0)), None);
        assert_eq!(shifted("12/4k7 w - - 0 1 unmoved=e1", (1, 0)), None);
        assert_eq!(shifted_move("P@e6", (-4, -4)).as_deref(), Some("P@a2"));
        assert_eq!(shifted_move("a10b9q", (1, -1)).as_deref(), Some("b9c8q"));
        assert_eq!(shifted_move("a1b1", (-1, 0)), None);
    }

    #[test]
    fn men_go_elsewhere() {
        let moved = |text: &str, from, to| with_man_moved(text, &layout(), from, to);
        assert_eq!(moved("10+pK/R~11[Pq] w - - 0 1", 22, 0), None, "a piece is there already");
        assert_eq!(moved("10+pK/R~11[Pq] w - - 0 1", 22, 1).as_deref(), Some("11K/R~+p10[Pq] w - - 0 1"));
        assert_eq!(moved("10+pK/R~11 w - - 0 1 attr=moved:l2;!fresh:k2", 22, 1), None);
        assert_eq!(moved("10+pK/R~11 w - b1 0 1", 22, 1), None, "the en passant square");
    }

    #[test]
    fn fields_lose_what_both_have() {
        let texts = ["8/8 w KQ e3 7 9".to_owned(), "8/8 w KQ - 7 9 last=e2e4".to_owned()];
        let less: Vec<String> = with_less(&texts).into_iter().map(|[a, b]| format!("{a} | {b}")).collect();
        assert_eq!(
            less,
            [
                "8/8 w - e3 7 9 | 8/8 w - - 7 9 last=e2e4",
                "8/8 w Q e3 7 9 | 8/8 w Q - 7 9 last=e2e4",
                "8/8 w K e3 7 9 | 8/8 w K - 7 9 last=e2e4",
                "8/8 w KQ e3 0 9 | 8/8 w KQ - 0 9 last=e2e4",
                "8/8 w KQ e3 7 1 | 8/8 w KQ - 7 1 last=e2e4",
            ]
        );
    }
}
