//! Types (LangRef: "Type System").

use std::fmt::{Display, from_fn};

use super::{Printer, list};
use crate::types::{Type, TypeId};

/// All opaque structs are one type to the reader; in LLVM text they only exist by name.
pub(super) const OPAQUE: &str = "%opaque";

impl<'a> Printer<'a> {
    pub(super) fn ty(self, ty: TypeId) -> Box<dyn Display + 'a> {
        Box::new(from_fn(move |f| match self.get(ty) {
            Type::Void => write!(f, "void"),
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::Float => write!(f, "float"),
            Type::Double => write!(f, "double"),
            Type::Extended => write!(f, "x86_fp80"),
            Type::Ptr => write!(f, "ptr"),
            Type::Array(count, element) => write!(f, "[{count} x {}]", self.ty(element)),
            Type::Vector(count, element) => write!(f, "<{count} x {}>", self.ty(element)),
            Type::Struct { fields, packed } => {
                let (open, close) = if packed { ("<{", "}>") } else { ("{", "}") };
                write!(f, "{open} {} {close}", list(fields.iter().map(|&field| self.ty(field))))
            }
            Type::Function { result, params, varargs } => {
                let params = params.iter().map(|&param| self.ty(param).to_string());
                let rest = varargs.then(|| "...".to_string());
                write!(f, "{} ({})", self.ty(result), list(params.chain(rest)))
            }
            Type::Opaque => write!(f, "{OPAQUE}"),
            Type::Label => write!(f, "label"),
            Type::Metadata => write!(f, "metadata"),
            Type::Token => write!(f, "token"),
            Type::Unsupported(text) => write!(f, "{text}"),
        }))
    }
}
