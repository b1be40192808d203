//! Command sessions as data: each file under `tests/sessions/`, the README and some pages
//! holds commands with the output that they give.
//! `TRYCMD=overwrite cargo test --test sessions` writes the outputs anew; read
//! the difference before it is kept.

#[test]
fn sessions() {
    trycmd::TestCases::new()
        .default_bin_name("ferry")
        .env("NO_COLOR", "1")
        .case("tests/sessions/*.md")
        .case("docs/betza.md")
        .case("docs/ci.md")
        .case("docs/rules.md")
        .case("README.md");
}
