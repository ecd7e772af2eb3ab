//! Why the system refused something, in the reader's language where recall knows the reason.

use std::io::{self, ErrorKind};

use rustix::io::Errno;

use crate::language::Language;

/// The reason of an error. In English it is the system's own words.
pub(super) fn cause(error: &io::Error, language: Language) -> String {
    let is_loop = error.raw_os_error() == Some(Errno::LOOP.raw_os_error());
    let known = match language {
        Language::English => None,
        // The standard library has no name for it yet.
        Language::Japanese if is_loop => Some("シンボリックリンクをたどれません"),
        Language::Japanese => japanese(error.kind()),
    };
    known.map_or_else(|| error.to_string(), str::to_owned)
}

fn japanese(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::NotFound => "見つかりません",
        ErrorKind::PermissionDenied => "権限がありません",
        ErrorKind::AlreadyExists => "同じ名前のものがすでにあります",
        ErrorKind::NotADirectory => "フォルダーではないものがパスの途中にあります",
        ErrorKind::IsADirectory => "フォルダーです",
        ErrorKind::DirectoryNotEmpty => "フォルダーが空ではありません",
        ErrorKind::ReadOnlyFilesystem => "書き込みのできないディスクです",
        ErrorKind::StorageFull => "ディスクの空き容量がありません",
        ErrorKind::QuotaExceeded => "使える容量の上限に達しています",
        ErrorKind::FileTooLarge => "ファイルが大きすぎます",
        ErrorKind::InvalidFilename => "名前またはパスが長すぎます",
        ErrorKind::InvalidInput => "使えない値です",
        ErrorKind::InvalidData => "内容を読み取れません",
        ErrorKind::UnexpectedEof => "途中で終わっています",
        ErrorKind::TimedOut => "時間内に終わりませんでした",
        ErrorKind::OutOfMemory => "メモリーが足りません",
        _ => return None,
    })
}
