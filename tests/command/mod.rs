//! Running the program.

// Not every test uses all of it.
#![allow(dead_code)]

use std::process::Command;

/// Runs `ferry` in the project's folder; gives its exit code (-1 where a signal ended it), what it
/// prints, and what it says on the error stream.
pub fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferry"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Exit code and standard output.
pub fn printed(args: &[&str]) -> (i32, String) {
    let (code, out, _) = run(args);
    (code, out)
}

/// Exit code and all that is said, the error stream behind the other.
pub fn said(args: &[&str]) -> (i32, String) {
    let (code, out, err) = run(args);
    (code, out + &err)
}
