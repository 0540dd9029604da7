use std::process::ExitCode;

fn main() -> ExitCode {
    mazurka::main()
}
