//! Reads LLVM IR text, as printed by LLVM 14 to 22, into a [`Module`].
//!
//! Lenient about what execution does not need (attributes, flags, unknown metadata), strict about what it does: an
//! unknown opcode or type is an error with file, line and reason, raised when the function that contains it is used.

pub mod constant;
pub mod debug;
pub mod error;
pub mod instruction;
pub mod layout;
pub mod link;
pub mod module;
pub mod operands;
pub mod print;
mod read;
pub mod types;
mod volatile;

pub use error::ReadError;
pub use link::Program;
pub use module::Module;
pub use print::print_module;
pub use read::read_module;
pub use types::{Type, TypeId, Types};
pub use volatile::Volatile;
