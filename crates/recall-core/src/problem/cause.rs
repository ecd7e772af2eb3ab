//! Why the system refused something, in the reader's language where recall knows the reason.

use std::io::{self, ErrorKind};

use crate::language::Language;

/// The reason of an error. In English it is the system's own words.
pub(super) fn cause(error: &io::Error, language: Language) -> String {
    let known = match language {
        Language::English => None,
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
        ErrorKind::InvalidFilename => "使えないファイル名です",
        ErrorKind::InvalidData => "内容を読み取れません",
        ErrorKind::UnexpectedEof => "途中で終わっています",
        ErrorKind::TimedOut => "時間内に終わりませんでした",
        ErrorKind::OutOfMemory => "メモリーが足りません",
        _ => return None,
    })
}
