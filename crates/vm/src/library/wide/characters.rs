//! `<wctype.h>`.

use crate::context::Stop;
use crate::library::ctype::{is_blank, is_print, is_space};
use crate::library::{Args, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("iswalnum", |_, args| class(args, |byte| byte.is_ascii_alphanumeric())),
    Native::local("iswalpha", |_, args| class(args, |byte| byte.is_ascii_alphabetic())),
    Native::local("iswblank", |_, args| class(args, is_blank)),
    Native::local("iswcntrl", |_, args| class(args, |byte| byte.is_ascii_control())),
    Native::local("iswdigit", |_, args| class(args, |byte| byte.is_ascii_digit())),
    Native::local("iswgraph", |_, args| class(args, |byte| byte.is_ascii_graphic())),
    Native::local("iswlower", |_, args| class(args, |byte| byte.is_ascii_lowercase())),
    Native::local("iswprint", |_, args| class(args, is_print)),
    Native::local("iswpunct", |_, args| class(args, |byte| byte.is_ascii_punctuation())),
    Native::local("iswspace", |_, args| class(args, is_space)),
    Native::local("iswupper", |_, args| class(args, |byte| byte.is_ascii_uppercase())),
    Native::local("iswxdigit", |_, args| class(args, |byte| byte.is_ascii_hexdigit())),
    Native::local("towlower", |_, args| change(args, |byte| byte.to_ascii_lowercase())),
    Native::local("towupper", |_, args| change(args, |byte| byte.to_ascii_uppercase())),
];

fn class(args: &Args, is: fn(u8) -> bool) -> Result<Return, Stop> {
    Ok(Return::int(u8::try_from(args.int(0)).is_ok_and(is) as i32))
}

fn change(args: &Args, to: fn(u8) -> u8) -> Result<Return, Stop> {
    Ok(Return::int(u8::try_from(args.int(0)).map_or(args.int(0), |byte| to(byte) as i32)))
}
