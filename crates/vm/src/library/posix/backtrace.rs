//! The call stack as addresses. The rest of `<execinfo.h>` is C (`support/system.c`).

use crate::address;
use crate::context::{Context, Stop};
use crate::library::string::copy::write_truncated;
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] =
    &[Native::local("backtrace", backtrace), Native::local("__mazurka_function_name", function_name)];

/// The functions that are being called, innermost first: their addresses, not those of the calls.
fn backtrace(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let most = usize::try_from(args.int(1)).unwrap_or(0);
    let frames = context.this().frames.iter().rev();
    let shown = frames.filter(|frame| !context.program.code(frame.function).internal).take(most);
    let addresses: Vec<u64> =
        shown.map(|frame| address::CODE + address::FUNCTION_STEP * u64::from(frame.function)).collect();
    for (index, address) in addresses.iter().enumerate() {
        context.memory().store::<8>(args.word(0).wrapping_add(8 * index as u64), *address)?;
    }
    Ok(Return::int(addresses.len() as i32))
}

/// `void __mazurka_function_name(void *address, char *text, size_t size)`: an empty text if there is no function.
fn function_name(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let function = context.program.function_at(args.word(0));
    let name =
        function.map_or("".into(), |function| context.program.functions[function as usize].name.clone());
    write_truncated(context, args.word(1), name.as_bytes(), args.word(2))?;
    Ok(Return::Void)
}
