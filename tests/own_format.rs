//! Files in the own format: what is wrong with broken ones, and the schema.

mod common;

use std::path::Path;

use common::{fixture, own, table};
use fairy_ferry::diagnostic::Diagnostic;
use fairy_ferry::fairy;
use fairy_ferry::native::{self, schema};
use fairy_ferry::source::SourceMap;
use pretty_assertions::assert_eq;
use serde_json::Value;

/// What is wrong with the first game and the variants of a text.
fn findings(path: &Path, text: &str) -> (SourceMap, Vec<Diagnostic>) {
    let mut sources = SourceMap::new();
    let file = sources.add_bytes(path, text.as_bytes());
    let found = match native::File::open(&sources, file) {
        Err(found) => found,
        Ok(read) => (0..read.names().len())
            .filter_map(|index| read.game(index, &mut sources, &fairy::built_in_rules).err())
            .flatten()
            .collect(),
    };
    (sources, found)
}

/// Each broken file gives the finding of its table, at its place, with a way out; and the
/// change that the table names mends it.
#[test]
fn broken_files() {
    let rows = table("bad/own/expected.tsv");
    assert!(rows.len() >= 30);
    for row in rows {
        let path = fixture("bad/own").join(&row["file"]);
        let text = std::fs::read_to_string(&path).expect("the file is there");
        let (sources, found) = findings(&path, &text);
        let first = found.first().unwrap_or_else(|| panic!("{}: nothing is found", row["file"]));
        let at =
            sources.start(first.span.unwrap_or_else(|| panic!("{}: {first:?} has no place", row["file"])));
        assert_eq!(
            (at.line.to_string(), at.column.to_string(), first.code.id()),
            (row["line"].clone(), row["column"].clone(), row["code"].as_str()),
            "{}: {} ({:?})",
            row["file"],
            first.message,
            first.help
        );
        for finding in &found {
            assert!(
                finding.help.as_ref().is_some_and(|help| !help.is_empty()),
                "{}: {finding:?}",
                row["file"]
            );
        }
        let plain = |cell: &str| cell.replace("\\n", "\n");
        let (from, to) = (plain(&row["from"]), plain(&row["to"]));
        assert!(text.contains(&from), "{}: {from}", row["file"]);
        let (_, left) = findings(&path, &text.replacen(&from, &to, 1));
        assert_eq!(left, [], "{}: still broken", row["file"]);
    }
}

/// No change of a few characters makes the reader panic.
#[test]
fn mangled_files_are_refused_in_peace() {
    for name in ["jeppseirawan", "orthodox"] {
        let path = fixture(&format!("seeds/{name}.toml"));
        let text = std::fs::read_to_string(&path).expect("a fixture");
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for at in places.iter().step_by(37) {
            let mut cut = text.clone();
            cut.truncate(*at);
            findings(&path, &cut);
            for sign in ["]", "\"", "=", "0", "-", ","] {
                let mut changed = text.clone();
                changed.insert_str(*at, sign);
                findings(&path, &changed);
            }
        }
    }
}

fn files() -> Vec<std::path::PathBuf> {
    let mut found: Vec<_> = ["rules", "seeds", "../docs/examples"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(fixture(folder)).expect("the folder is there").flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    found.sort();
    assert!(found.len() > 20);
    found
}

/// Every game of every file is written and read back the same, clauses and all.
#[test]
fn what_is_written_is_read_back() {
    let mut count = 0;
    for path in files().iter().filter(|path| !path.ends_with("everything.toml")) {
        for name in own::names(path) {
            let rules = own::rules(path, &name);
            let text = native::write(&rules).expect("written");
            assert_eq!(native::read(&text).expect("read"), rules, "{name}");
            count += 1;
        }
    }
    assert!(count > 90, "{count}");
}

/// The committed schema is what the code gives. `FERRY_WRITE_DOCS=1 cargo test --test own_format`
/// writes it anew.
#[test]
fn the_schema_is_that_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.schema.json");
    if std::env::var_os("FERRY_WRITE_DOCS").is_some() {
        std::fs::write(&path, schema::text()).expect("the schema can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == schema::text(), "docs/rules.schema.json is not what the code gives; write it anew");
}

/// An independent validator with the schema of the code, which the committed one is.
fn valid_by_code(tree: &Value) -> Result<(), String> {
    valid_with(schema::value(), tree)
}

/// An independent validator with the committed schema.
fn valid(tree: &Value) -> Result<(), String> {
    let path = fixture("../docs/rules.schema.json");
    let text = std::fs::read_to_string(path).expect("the schema is there");
    valid_with(serde_json::from_str(&text).expect("the schema is JSON"), tree)
}

fn valid_with(schema: Value, tree: &Value) -> Result<(), String> {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.set_default_draft(boon::Draft::V2020_12);
    compiler.add_resource("rules.json", schema).expect("a schema");
    let index = compiler.compile("rules.json", &mut schemas).unwrap_or_else(|e| panic!("{e}"));
    schemas.validate(tree, index).map_err(|error| error.to_string())
}

fn tree(text: &str) -> Value {
    let value: toml::Table = toml::from_str(text).expect("TOML");
    serde_json::to_value(value).expect("a tree")
}

#[test]
fn fixtures_and_dumps_fit_the_schema() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a fixture");
        valid(&tree(&text)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    for name in fairy::builtins::names() {
        let rules = fairy::built_in_rules(name).expect("a built-in variant");
        let text = native::write(&rules).expect("written");
        valid(&tree(&text)).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}

/// What is wrong with the fields of a file, the schema finds too.
#[test]
fn broken_fields_do_not_fit_the_schema() {
    let mut count = 0;
    for row in table("bad/own/expected.tsv") {
        let text = std::fs::read_to_string(fixture("bad/own").join(&row["file"])).expect("the file is there");
        if ["toml-field", "toml-choice"].contains(&row["code"].as_str()) {
            assert!(valid(&tree(&text)).is_err(), "{}", row["file"]);
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

const SMALL: &str = "name = \"s\"\n[board]\nfiles = 8\nranks = 8\n[[pieces]]\nname = \"king\"\nletters = \"K\"\nmoves = \"K\"\n[[royals]]\ntypes = \"king\"\n[start.white]\nking = \"e1\"\n[start.black]\nking = \"e8\"\n";

/// The codes of everything that `ferry check` says of a text.
fn checked(text: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add_bytes(Path::new("x.toml"), text.as_bytes());
    match native::File::open(&sources, file) {
        Err(found) => found.iter().map(|d| format!("{} {}", d.code.id(), d.message)).collect(),
        Ok(read) => (read.check(0, &mut sources, &fairy::built_in_rules).iter())
            .map(|d| format!("{} {}", d.code.id(), d.message))
            .collect(),
    }
}

/// A name that nothing has, wherever a name may stand, is one fault.
#[test]
fn every_name_is_checked() {
    assert_eq!(checked(SMALL), [] as [&str; 0]);
    let castling = "[[castlings]]\nletter = \"K\"\nsides = \"white\"\nking = \"king\"\nking_from = \"e1\"\nking_to = \"g1\"\npartner = \"king\"\npartner_from = \"h1\"\npartner_to = \"f1\"\n";
    for (more, place) in [
        ("[claims.draws_by.worth.points]\nqueen = 9\n", "claims.draws_by.worth.points"),
        (
            "[[promotions]]\ntypes = \"king\"\nzone = \"a8\"\ninto = [\"king\"]\nclass = \"dash\"\n",
            "promotions[0].class",
        ),
        ("[turn]\npriorities = [{ class = \"dash\" }]\n", "turn.priorities[0]"),
        ("[claims.repetition]\ntimes = 0\n", "claims.repetition.times"),
        ("[[ends]]\nresult = \"win\"\nwhen = { castled = { letters = \"\" } }\n", "ends[0].when"),
        ("[[ends]]\nresult = \"win\"\nwhen = { castled = { letters = \"X\" } }\n", "ends[0].when"),
    ] {
        let found = checked(&format!("{SMALL}{more}"));
        assert_eq!(found.len(), 1, "{more}: {found:?}");
        assert!(found[0].starts_with(&format!("toml-rules {place}")), "{more}: {found:?}");
    }
    let found = checked(&format!("{SMALL}{castling}toward = \"0,0\"\n"));
    assert!(found.iter().any(|text| text.contains("castlings[0].toward")), "{found:?}");
}

#[test]
fn regions_have_names_wherever_a_castling_has_squares() {
    let text = SMALL.replace("[board]", "[regions]\ncorner = \"h1\"\nthrone = \"e1\"\n[board]");
    let castling = "[[castlings]]\nletter = \"K\"\nsides = \"white\"\nking = \"king\"\nking_from = \"throne\"\nking_to = \"g1\"\npartner = \"king\"\npartner_from = \"corner\"\npartner_to = \"f1\"\n";
    assert_eq!(checked(&format!("{text}{castling}")), [] as [&str; 0]);
}

#[test]
fn what_is_hardly_meant() {
    let no_king = SMALL.replace("[[royals]]\ntypes = \"king\"\n", "");
    assert!(checked(&no_king)[0].contains("nobody can win"));
    assert_eq!(
        checked(&format!("{no_king}[no_moves]\nstalemate = {{ white = \"loss\", black = \"loss\" }}\n")),
        [] as [&str; 0]
    );
    let empty = SMALL.replace("king = \"e1\"\n", "").replace("king = \"e8\"\n", "");
    assert!(checked(&empty)[0].contains("no piece is on the board"));
    let region = SMALL.replace("[board]", "[regions]\ncamp = \"a1-h2\"\n[board]");
    assert!(checked(&region)[0].contains("`camp` is used nowhere"));
    let used = region.replace("moves = \"K\"", "moves = { betza = \"K\", to = \"camp\" }");
    assert_eq!(checked(&used), [] as [&str; 0]);
}

/// What perft refuses is found.
#[test]
fn what_is_not_played_is_found() {
    for more in [
        "[turn]\norder = [\"white\", \"white\", \"black\"]\n",
        "[[ends]]\nresult = \"draw\"\nwhen = { repeated = { times = 3 } }\n",
    ] {
        let found = checked(&format!("{SMALL}{more}"));
        assert!(found.len() == 1 && found[0].starts_with("toml-unplayed"), "{more}: {found:?}");
    }
}

/// Values that are out of all limits are answered in words, not by the names of types of the program.
#[test]
fn limits_in_plain_words() {
    for (from, to) in [
        ("files = 8", "files = 999"),
        ("files = 8", "files = 0"),
        ("ranks = 8", "ranks = -1"),
        ("ranks = 8", "ranks = \"eight\""),
        ("[[royals]]", "[claims.repetition]\ntimes = 999\n[[royals]]"),
        ("letters = \"K\"", "letters = 5"),
        ("[[royals]]", "[turn]\nrepeat_from = -3\n[[royals]]"),
        ("moves = \"K\"", "moves = [{ steps = 5 }]"),
    ] {
        let text = SMALL.replacen(from, to, 1);
        let found = checked(&text);
        assert!(!found.is_empty(), "{to}");
        for word in
            ["u8", "u16", "u32", "i8", "i64", "struct", "integer", "sequence", "string", "enum", "usize"]
        {
            let has = found.iter().any(|text| text.split(|c: char| !c.is_alphanumeric()).any(|w| w == word));
            assert!(!has, "{to}: {found:?}");
        }
    }
}

/// In every table that takes `source` the schema takes it, too.
#[test]
fn sources_may_stand_in_any_table() {
    let walls = "[walls]\nplace = \"in-reach\"\n";
    for table in [walls, "[claims.repetition]\ntimes = 3\n", "[hands]\n", "[no_moves]\n"] {
        let text = format!("{SMALL}{table}source = \"a book\"\nassumed = \"all of it\"\n");
        assert_eq!(checked(&text), [] as [&str; 0], "{table}");
        valid_by_code(&tree(&text)).unwrap_or_else(|e| panic!("{table}: {e}"));
        let other = format!("{SMALL}{table}sauce = \"a book\"\n");
        assert!(valid_by_code(&tree(&other)).is_err() && !checked(&other).is_empty(), "{table}");
    }
}
