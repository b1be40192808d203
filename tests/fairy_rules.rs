//! The rules that are made of the engine's variants: they hold together, their text form gives
//! them back, and their canonical form plays the same.

use fairy_ferry::engine::Oracle;
use fairy_ferry::fairy::{builtins, lower};
use fairy_ferry::native;
use fairy_ferry::rules::validate::validate;

#[test]
fn built_in_variants() {
    for name in builtins::names() {
        let config = builtins::builtin(name).expect("a built-in variant");
        let rules = lower::lower(&config).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(validate(&rules).is_empty(), "{name}: {:?}", validate(&rules));
        let text = native::write(&rules).unwrap_or_else(|e| panic!("{name}: {e}"));
        let again = native::read(&text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert!(again == rules, "{name} is not read back as it was written");
        let mut canonical = rules.clone();
        canonical.canonicalise();
        let count = |rules| {
            let oracle = Oracle::new(rules).unwrap_or_else(|e| panic!("{name}: {e:?}"));
            oracle.perft(&oracle.start(), 2)
        };
        assert_eq!(count(&canonical), count(&rules), "{name}");
    }
}
