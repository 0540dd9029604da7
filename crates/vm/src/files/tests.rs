use super::*;
use crate::output::Output;

const MAIN: ThreadId = ThreadId::MAIN;
const OTHER: ThreadId = ThreadId(1);

fn files() -> Files {
    let stdin = b"from outside".to_vec().into();
    let files = vec![("data/in.txt".to_owned(), b"hello".to_vec())];
    Files::new(&Config { stdin, files, ..Config::default() })
}

fn create(files: &mut Files, thread: ThreadId, path: &str) -> i32 {
    let flags = OpenFlags { read: true, write: true, create: true, ..OpenFlags::default() };
    files.open(thread, files.working(), path.as_bytes(), flags, 0o666).unwrap()
}

fn write(files: &mut Files, fd: i32, bytes: &[u8]) -> Result<u64, Errno> {
    files.write(&mut Output::default(), fd, bytes)
}

#[test]
fn the_start_has_standard_streams_and_given_files() {
    let mut files = files();
    assert_eq!(files.read(0, 4).unwrap(), b"from");
    assert_eq!(files.read(0, 100).unwrap(), b" outside");
    assert_eq!(files.read(0, 100).unwrap(), b"");
    let fd = create(&mut files, MAIN, "data/in.txt");
    assert_eq!((fd, files.read(fd, 100).unwrap()), (3, b"hello".to_vec()));
    assert_eq!(files.working_path().unwrap(), HOME.as_bytes());
}

#[test]
fn duplicates_share_their_position() {
    let mut files = files();
    let fd = create(&mut files, MAIN, "data/in.txt");
    let twin = files.duplicate(fd, 0).unwrap();
    let other = create(&mut files, MAIN, "data/in.txt");
    assert_eq!(files.read(fd, 2).unwrap(), b"he");
    assert_eq!(files.read(twin, 2).unwrap(), b"ll");
    assert_eq!(files.read(other, 2).unwrap(), b"he");
}

#[test]
fn open_files_survive_their_name() {
    let mut files = files();
    let fd = create(&mut files, MAIN, "data/in.txt");
    let node = files.node_of(fd).unwrap();
    files.unlink(files.working(), b"data/in.txt").unwrap();
    assert_eq!(files.find(files.working(), b"data/in.txt", true), Err(errno::ENOENT));
    assert_eq!(files.read(fd, 9).unwrap(), b"hello");
    files.close(fd).unwrap();
    assert_eq!(files.status(node), Err(errno::ENOENT));
}

#[test]
fn paths_lead_through_dots_and_links() {
    let mut files = files();
    let here = files.working();
    files.symlink(MAIN, here, b"data", b"short").unwrap();
    files.symlink(MAIN, here, b"loop", b"loop").unwrap();
    let expected = files.find(here, b"data/in.txt", true).unwrap();
    assert_eq!(files.find(here, b"./short/../short//in.txt", true), Ok(expected));
    assert_eq!(files.find(here, b"/home/program/short/in.txt", true), Ok(expected));
    assert_eq!(files.find(here, b"loop", true), Err(errno::ELOOP));
    assert_eq!(files.find(here, b"data/in.txt/x", true), Err(errno::ENOTDIR));
    assert_eq!(files.real_path(here, b"short/in.txt").unwrap(), b"/home/program/data/in.txt");
}

#[test]
fn renaming_replaces_and_moves() {
    let mut files = files();
    let here = files.working();
    let fd = create(&mut files, MAIN, "old");
    write(&mut files, fd, b"new text").unwrap();
    files.rename(here, b"old", here, b"data/in.txt").unwrap();
    assert_eq!(files.find(here, b"old", true), Err(errno::ENOENT));
    let size = files.status(files.find(here, b"data/in.txt", true).unwrap()).unwrap().size;
    assert_eq!(size, 8);
    files.mkdir(MAIN, here, b"data/deep", 0o777).unwrap();
    assert_eq!(files.rename(here, b"data", here, b"data/deep/data"), Err(errno::EINVAL));
    files.rename(here, b"data/deep", here, b"deep").unwrap();
    assert_eq!(files.real_path(here, b"deep/..").unwrap(), HOME.as_bytes());
    assert_eq!(files.rmdir(here, b"data"), Err(errno::ENOTEMPTY));
}

#[test]
fn directories_list_sorted() {
    let mut files = files();
    for name in ["data/z", "data/a", "data/m"] {
        create(&mut files, MAIN, name);
    }
    let names: Vec<Vec<u8>> =
        files.list(files.working(), b"data").unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, [&b"."[..], b"..", b"a", b"in.txt", b"m", b"z"]);
}

#[test]
fn pipes_block_and_end() {
    let mut files = files();
    let (reader, writer) = files.pipe(MAIN, false).unwrap();
    assert!(!files.can_read(reader) && files.can_write(writer, 1));
    assert_eq!(write(&mut files, writer, &[1; 70_000]), Ok(65_536));
    assert!(files.can_read(reader) && !files.can_write(writer, 1));
    assert_eq!(files.read(reader, 100).unwrap().len(), 100);
    assert!(files.can_write(writer, 100) && !files.can_write(writer, 101));
    files.close(writer).unwrap();
    assert_eq!(files.read(reader, u64::MAX).unwrap().len(), 65_436);
    assert!(files.can_read(reader));
    assert_eq!(files.read(reader, 1).unwrap(), b"");
    let (reader, writer) = files.pipe(MAIN, false).unwrap();
    files.close(reader).unwrap();
    assert_eq!(write(&mut files, writer, b"x"), Err(errno::EPIPE));
}

#[test]
fn rewinding_restores_everything() {
    let mut files = files();
    let start = files.fingerprint();
    let mark = files.mark();
    let fd = create(&mut files, MAIN, "data/in.txt");
    let opened = files.fingerprint();
    let second = files.mark();
    write(&mut files, fd, b"J").unwrap();
    files.unlink(files.working(), b"data/in.txt").unwrap();
    files.close(fd).unwrap();
    assert_ne!(files.fingerprint(), opened);
    files.rewind(second);
    assert_eq!(files.fingerprint(), opened);
    assert_eq!(files.read(fd, 5).unwrap(), b"hello");
    files.rewind(second);
    assert_eq!(files.read(fd, 5).unwrap(), b"hello");
    files.rewind(mark);
    assert_eq!(files.fingerprint(), start);
    assert_eq!(files.read(fd, 5), Err(errno::EBADF));
}

#[test]
fn equal_states_have_equal_fingerprints() {
    let run = |order: [ThreadId; 2]| {
        let mut files = files();
        for thread in order {
            let fd = create(&mut files, thread, &format!("file{}", thread.0));
            write(&mut files, fd, b"text").unwrap();
            files.close(fd).unwrap();
        }
        files.fingerprint()
    };
    assert_eq!(run([MAIN, OTHER]), run([OTHER, MAIN]));
}

#[test]
fn absurd_sizes_are_errors() {
    let mut files = files();
    let fd = create(&mut files, MAIN, "big");
    assert_eq!(files.seek(fd, i64::MAX, Whence::Start), Ok(i64::MAX as u64));
    assert_eq!(write(&mut files, fd, b"x"), Err(errno::EFBIG));
    assert_eq!(files.seek(fd, i64::MAX, Whence::Current), Err(errno::EINVAL));
    let node = files.node_of(fd).unwrap();
    assert_eq!(files.truncate(node, i64::MAX), Err(errno::EFBIG));
    assert_eq!(files.truncate(node, -1), Err(errno::EINVAL));
}
