//! Games of files in the own format.

use std::path::Path;

use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy;
use fairy_ferry::native;
use fairy_ferry::report;
use fairy_ferry::rules::Rules;
use fairy_ferry::source::SourceMap;

/// The names of a file's games.
pub fn names(path: &Path) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.read(path).unwrap_or_else(|e| panic!("{e}"));
    let read = native::File::open(&sources, file)
        .unwrap_or_else(|found| panic!("{}", report::text::findings(&sources, &found, false)));
    read.names().into_iter().map(str::to_owned).collect()
}

/// A game of a file, which must be well-formed.
pub fn rules(path: &Path, name: &str) -> Rules {
    let mut sources = SourceMap::new();
    let file = sources.read(path).unwrap_or_else(|e| panic!("{e}"));
    let show = |sources: &SourceMap, found: &[_]| report::text::findings(sources, found, false);
    let read =
        native::File::open(&sources, file).unwrap_or_else(|found| panic!("{}", show(&sources, &found)));
    let index = read.names().iter().position(|other| *other == name);
    let index = index.unwrap_or_else(|| panic!("no `{name}` in {}", path.display()));
    let rules = read.game(index, &mut sources, &fairy::built_in_rules);
    rules.unwrap_or_else(|found| panic!("{name}: {}", show(&sources, &found)))
}

/// A founding variant.
pub fn seed(file: &str, name: &str) -> Oracle {
    let rules = rules(&super::fixture(&format!("seeds/{file}.toml")), name);
    Oracle::new(&rules).unwrap_or_else(|unplayed| panic!("{name}: {unplayed:?}"))
}
