//! What the program sees of the host: the files and variables that the user names, and standard input.

use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path};

use mazurka_vm::Input;

use crate::failure::Failure;

/// Guest path and contents of every file that `--file HOST[:GUEST]` names; a folder means all files below it.
pub(crate) fn files(options: &[String]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut files = Vec::new();
    for option in options {
        let (host, guest) = host_and_guest(option)?;
        add_tree(Path::new(host), &guest, &mut files)
            .map_err(|error| Failure::new(format!("--file {option}: cannot read {host}: {error}")))?;
    }
    Ok(files)
}

/// Checks that every `--env` has the form `NAME=VALUE`.
pub(crate) fn environment(options: &[String]) -> Result<Vec<Vec<u8>>, Failure> {
    let check = |option: &String| match option.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(option.clone().into_bytes()),
        _ => Err(Failure::new(format!("--env {option}: this is not of the form NAME=VALUE"))),
    };
    options.iter().map(check).collect()
}

/// All of standard input, read when the program first asks for any of it.
pub(crate) fn stdin() -> Input {
    Input::fetched_by(|| {
        let mut bytes = Vec::new();
        if let Err(error) = io::stdin().lock().read_to_end(&mut bytes) {
            eprintln!("warning: cannot read all of standard input: {error}");
        }
        bytes
    })
}

/// A name that exists as it is, is a host name, even with a colon.
fn host_and_guest(option: &str) -> Result<(&str, String), Failure> {
    let (host, guest) = match option.rsplit_once(':') {
        Some(parts) if !Path::new(option).exists() => parts,
        _ => (option, option),
    };
    let path = Path::new(guest);
    if guest.is_empty() || path.components().any(|part| part == Component::ParentDir) {
        return Err(Failure::new(format!(
            "--file {option}: `{guest}` is not a name in the program's file system"
        ))
        .help(format!("say how the program calls it: --file {host}:NAME")));
    }
    let kept: Vec<_> = path.components().filter(|part| *part != Component::CurDir).collect();
    Ok((host, kept.iter().collect::<std::path::PathBuf>().to_string_lossy().into_owned()))
}

fn add_tree(host: &Path, guest: &str, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let kind = fs::metadata(host)?;
    if kind.is_file() {
        files.push((guest.to_owned(), fs::read(host)?));
        return Ok(());
    }
    if !kind.is_dir() {
        return Err(io::Error::other("it is neither a file nor a folder"));
    }
    // Sorted: the order in which a folder lists its files must not depend on the host.
    let mut entries = fs::read_dir(host)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        // A link to a folder could lead back to where we are.
        let link_to_folder = entry.file_type()?.is_symlink() && entry.path().is_dir();
        if !link_to_folder {
            let name = entry.file_name();
            let guest =
                if guest.is_empty() { String::new() } else { format!("{}/", guest.trim_end_matches('/')) };
            add_tree(&entry.path(), &format!("{guest}{}", name.to_string_lossy()), files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(option: &str) -> Result<String, Failure> {
        host_and_guest(option).map(|(_, guest)| guest)
    }

    #[test]
    fn the_guest_name_is_the_hosts_unless_given() {
        assert_eq!(guest("a/b.txt"), Ok("a/b.txt".into()));
        assert_eq!(guest("./a"), Ok("a".into()));
        assert_eq!(guest("/etc/x"), Ok("/etc/x".into()));
        assert_eq!(guest("../a:b"), Ok("b".into()));
        assert_eq!(guest("."), Ok(String::new()));
        assert!(guest("../a").unwrap_err().to_string().contains("--file ../a:NAME"));
    }

    #[test]
    fn a_folder_is_its_tree_in_order() {
        let folder = std::env::temp_dir().join(format!("mazurka-tree-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        for (name, text) in [("b", "2"), ("a", "1"), ("inner/c", "3")] {
            fs::write(folder.join(name), text).unwrap();
        }
        let mut files = Vec::new();
        add_tree(&folder, "/in", &mut files).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let expected = [("/in/a", b"1"), ("/in/b", b"2"), ("/in/inner/c", b"3")];
        assert_eq!(files, expected.map(|(name, text)| (name.to_owned(), text.to_vec())));
    }

    #[test]
    fn variables_have_a_name_and_a_value() {
        assert_eq!(environment(&["A=b=c".into()]), Ok(vec![b"A=b=c".to_vec()]));
        assert!(environment(&["A".into()]).is_err());
        assert!(environment(&["=A".into()]).is_err());
    }
}
