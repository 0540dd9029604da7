use super::*;

/// A folder that goes with the test.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A cache of its own, and a source file that is older than it.
fn cache(name: &str, limit: u64) -> (Scratch, Cache, PathBuf) {
    let folder = env::temp_dir().join(format!("mazurka-cache-{}-{name}", process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join("prog.c");
    fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    std::thread::sleep(Duration::from_millis(50));
    let cache = Cache::new(folder.join("cache"), limit, Path::new("/bin/sh"), &[]).unwrap();
    (Scratch(folder), cache, source)
}

fn sources(source: &Path) -> Sources {
    Sources::new(&format!("text: {}", source.display()), vec!["/usr/include".to_owned()]).unwrap()
}

fn entries(cache: &Cache) -> Vec<String> {
    let names = fs::read_dir(&cache.folder).into_iter().flatten();
    let mut names: Vec<_> = names.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_was_used_last_is_removed_last() {
    let (_scratch, cache, source) = cache("limit", 10_000);
    let text = "x".repeat(3_000);
    for (age, key) in [(300, "a"), (200, "b"), (100, "c")] {
        cache.put(key, sources(&source), &text, b"");
        let file = File::open(cache.folder.join(key)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
    }
    cache.trim();
    assert_eq!(entries(&cache), ["a", "b", "c"], "they are within the limit");
    assert!(cache.get("a").is_some());
    cache.put("d", sources(&source), &text, b"");
    cache.trim();
    assert_eq!(entries(&cache), ["a", "d"], "three quarters of the limit remain");
}

#[test]
fn abandoned_files_are_removed() {
    let (_scratch, cache, source) = cache("abandoned", LIMIT);
    cache.put("a", sources(&source), "text", b"");
    for (name, age) in [("old.1.tmp", 7200), ("new.2.tmp", 60)] {
        let file = File::create(cache.folder.join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
    }
    cache.trim();
    assert_eq!(entries(&cache), ["a", "new.2.tmp"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_not_an_error() {
    let (_scratch, mut cache, source) = cache("file", LIMIT);
    cache.folder = source.clone();
    cache.put("a", sources(&source), "text", b"");
    cache.trim();
    assert_eq!(cache.get("a"), None);
}

#[test]
fn what_changed_while_it_was_compiled_is_not_kept() {
    let (_scratch, cache, source) = cache("changed", LIMIT);
    fs::write(&source, "int main(void) { return 1; }\n").unwrap();
    cache.put("a", sources(&source), "text", b"");
    assert_eq!(entries(&cache), [""; 0]);
}
