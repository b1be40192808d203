//! Replays the fuzzers' seeds, see scripts/fuzz.

#[path = "../fuzz/targets.rs"]
mod targets;

fn replay(name: &str, target: fn(&[u8])) {
    let folder = format!("{}/fuzz/seeds/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut seeds = 0;
    for entry in std::fs::read_dir(&folder).expect("seeds") {
        let path = entry.expect("readable").path();
        target(&std::fs::read(&path).expect("readable"));
        seeds += 1;
    }
    assert!(seeds >= 10, "{folder}: {seeds} seeds");
}

#[test]
fn ini() {
    replay("ini", targets::ini);
}

#[test]
fn betza() {
    replay("betza", targets::betza);
}

#[test]
fn positions() {
    replay("position", targets::position);
}

#[test]
fn zrf_reader() {
    replay("zrf_reader", targets::zrf::reader);
}

#[test]
fn zrf_expander() {
    replay("zrf_expander", targets::zrf::expander);
}

#[test]
fn zrf_machine() {
    replay("zrf_machine", targets::zrf::machine);
}
