//! The `ferry` program: hands over to [`fairy_ferry::cli`].

fn main() -> std::process::ExitCode {
    fairy_ferry::cli::main()
}
