//! The file system that an isolated program sees: the system's programs and what its plan names,
//! for reading; everything else new, in memory, and bounded.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::pivot_root;

use super::{Places, Plan};

/// Where the new root is built: a folder that every Linux has and from which nothing is shown. The
/// mount is seen by us alone.
const NEW: &str = "/sys";

/// The system's own folders with programs and libraries.
const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// Parts of /etc that programs need and that tell nothing of the user.
const SETTINGS: [&str; 7] = [
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/pki/tls/certs",
    "/etc/ssl/certs",
];

/// Devices that hold no state.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

/// What has failed, and where.
fn at(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Builds the new root and makes it ours; the old one is gone then.
pub(super) fn build(plan: &Plan, sightline: &Path, owner: u32) -> io::Result<()> {
    let new = Path::new(NEW);
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
        .map_err(io::Error::from)?;
    let size = format!("size={}m,nr_inodes=400k,mode=0755", plan.limits.disk_mb);
    let data = std::ffi::CString::new(size).map_err(io::Error::other)?;
    mount("tmpfs", new, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, Some(data.as_c_str()))
        .map_err(io::Error::from)
        .map_err(at(new))?;
    folders(new, owner)?;
    for path in &shown(plan)? {
        show(new, path, path)?;
    }
    show(new, sightline, &Places::isolated().sightline)?;
    devices(new)?;
    settings(new, owner)?;
    mount_proc(new)?;
    written(new, plan, owner)?;
    enter(new)
}

/// What is shown: the system, and what the plan names, outermost first.
fn shown(plan: &Plan) -> io::Result<BTreeSet<PathBuf>> {
    let mut shown: BTreeSet<PathBuf> = SYSTEM
        .iter()
        .chain(&SETTINGS)
        .map(PathBuf::from)
        .filter(|path| path.symlink_metadata().is_ok())
        .collect();
    for path in &plan.reads {
        path.symlink_metadata().map_err(at(path))?;
        shown.insert(path.clone());
    }
    Ok(shown)
}

fn folders(new: &Path, owner: u32) -> io::Result<()> {
    let places = Places::isolated();
    let own = [places.home, places.work, places.results, "/tmp".into(), "/dev/shm".into(), "/run".into()];
    for folder in own {
        let folder = below(new, &folder);
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        chown(&folder, Some(owner), Some(owner)).map_err(at(&folder))?;
    }
    for open in ["tmp", "dev/shm"] {
        fs::set_permissions(new.join(open), fs::Permissions::from_mode(0o1777))?;
    }
    Ok(())
}

/// A path of the new root, as it is reached before the root is changed.
fn below(new: &Path, path: &Path) -> PathBuf {
    new.join(path.strip_prefix("/").unwrap_or(path))
}

/// Shows a file or folder for reading.
fn show(new: &Path, from: &Path, to: &Path) -> io::Result<()> {
    let target = below(new, to);
    if target.symlink_metadata().is_ok() && from == to {
        // An outer folder shows it already.
        return Ok(());
    }
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent).map_err(at(parent))?;
    }
    let kind = from.symlink_metadata().map_err(at(from))?;
    if kind.is_symlink() {
        return symlink(fs::read_link(from)?, &target).map_err(at(&target));
    }
    if kind.is_dir() {
        fs::create_dir_all(&target).map_err(at(&target))?;
    } else {
        fs::write(&target, "").map_err(at(&target))?;
    }
    mount_bind_recursive(from, &target).map_err(io::Error::from).map_err(at(from))?;
    for mounted in mounts_below(&target)? {
        read_only(&mounted).map_err(at(&mounted))?;
    }
    Ok(())
}

/// A recursive bind brings the mounts below as they are, so each is closed for writing.
fn mounts_below(target: &Path) -> io::Result<Vec<PathBuf>> {
    let table = fs::read_to_string("/proc/self/mountinfo").or_else(|_| fs::read_to_string("/proc/mounts"))?;
    // The fifth field is the place; blanks in it are written as \040.
    let places =
        table.lines().filter_map(|line| line.split(' ').nth(4)).map(|place| place.replace("\\040", " "));
    let mut below: Vec<PathBuf> =
        places.map(PathBuf::from).filter(|place| place.starts_with(target)).collect();
    below.dedup();
    Ok(below)
}

fn read_only(mounted: &Path) -> io::Result<()> {
    let is = statvfs(mounted)?.f_flag;
    let mut flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    // In a user namespace a remount has to keep the flags that the mount was given outside.
    let kept = [
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ];
    for (seen, flag) in kept {
        if is.contains(seen) {
            flags |= flag;
        }
    }
    Ok(mount_remount(mounted, flags, c"")?)
}

fn devices(new: &Path) -> io::Result<()> {
    for name in DEVICES {
        let from = Path::new("/dev").join(name);
        let target = new.join("dev").join(name);
        fs::write(&target, "")?;
        mount_bind_recursive(&from, &target).map_err(io::Error::from).map_err(at(&from))?;
    }
    for (link, to) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
        symlink(Path::new("/proc/self").join(to), new.join("dev").join(link))?;
    }
    // Terminals of its own; a program that wants none does without.
    let terminals = new.join("dev/pts");
    fs::create_dir_all(&terminals)?;
    let data = c"newinstance,ptmxmode=0666,mode=0620";
    if mount("devpts", &terminals, "devpts", MountFlags::NOSUID | MountFlags::NOEXEC, Some(data)).is_ok() {
        symlink("pts/ptmx", new.join("dev/ptmx"))?;
    }
    Ok(())
}

fn settings(new: &Path, owner: u32) -> io::Result<()> {
    let etc = new.join("etc");
    fs::create_dir_all(&etc)?;
    let accounts = format!(
        "root:x:0:0:root:/nonexistent:/bin/sh\nsurvey:x:{owner}:{owner}:survey:/home/survey:/bin/sh\n"
    );
    let groups = format!("root:x:0:\nsurvey:x:{owner}:\n");
    for (name, text) in [
        ("passwd", accounts.as_str()),
        ("group", groups.as_str()),
        ("hosts", "127.0.0.1 localhost\n::1 localhost\n"),
        ("hostname", "survey\n"),
        ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"),
        ("resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"),
    ] {
        fs::write(etc.join(name), text)?;
    }
    Ok(())
}

/// A view of our own processes only, in which nothing of the machine can be set.
fn mount_proc(new: &Path) -> io::Result<()> {
    let proc = new.join("proc");
    fs::create_dir_all(&proc)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", &proc, "proc", flags, None).map_err(io::Error::from).map_err(at(&proc))?;
    for name in ["sys", "sysrq-trigger", "irq", "bus"] {
        let path = proc.join(name);
        if path.exists() {
            mount_bind_recursive(&path, &path).map_err(io::Error::from).map_err(at(&path))?;
            read_only(&path).map_err(at(&path))?;
        }
    }
    Ok(())
}

/// Writes the files of the plan, for their owner.
fn written(new: &Path, plan: &Plan, owner: u32) -> io::Result<()> {
    for (path, text) in &plan.files {
        let target = below(new, path);
        let mut folder = new.to_owned();
        let parent = path.parent().unwrap_or(path);
        for part in parent.strip_prefix("/").unwrap_or(parent) {
            folder.push(part);
            if fs::create_dir(&folder).is_ok() {
                chown(&folder, Some(owner), Some(owner)).map_err(at(&folder))?;
            }
        }
        fs::write(&target, text).map_err(at(&target))?;
        chown(&target, Some(owner), Some(owner)).map_err(at(&target))?;
    }
    Ok(())
}

fn enter(new: &Path) -> io::Result<()> {
    std::env::set_current_dir(new)?;
    // The old root comes to lie over the new one, and is taken off: no folder for it is needed.
    pivot_root(".", ".").map_err(io::Error::from).map_err(at(new))?;
    unmount(".", UnmountFlags::DETACH).map_err(io::Error::from)?;
    std::env::set_current_dir("/")
}
