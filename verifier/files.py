"""Writing files: each is there in full or not at all, also when the disk is full or power fails."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["beside", "sync_folder", "write_files"]

_FOR_ALL = 0o666
"""As any program makes a file; the umask takes away from it."""


def write_files(contents: Mapping[str, bytes], *, mode: int = _FOR_ALL) -> None:
    """Write files that belong together, in order: all with their new content, or all as they were.

    Each is written beside its place, brought to the disk, and then renamed. A link stays; the file
    it names is replaced. ``mode`` is the permissions of the new files, before the umask.

    :raises OSError: if one cannot be written, with the path that was given. Nothing else is left.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_files({f"{folder}/a": b"one", f"{folder}/b": b"two"})
    ...     sorted((file.name, file.read_text()) for file in Path(folder).iterdir())
    [('a', 'one'), ('b', 'two')]
    """
    drafts: list[_Draft] = []
    try:
        for path, content in contents.items():
            with _naming(path):
                drafts.append(_drafted(path, content, mode))
        if len(drafts) > 1:
            for draft in drafts:
                draft.remember()
        for draft in drafts:
            with _naming(draft.path):
                draft.publish()
    except BaseException:
        for draft in drafts:
            draft.take_back()
        raise
    finally:
        for draft in drafts:
            draft.clean_up()
    for draft in drafts:
        with _naming(draft.path):
            sync_folder(draft.target.parent)


def beside(target: Path) -> Path:
    """Return a name in the same folder that nobody else uses."""
    return target.with_name(f".{target.name}.{os.urandom(4).hex()}.tmp")


def sync_folder(folder: Path) -> None:
    """Bring a folder's names to the disk, where it can be opened and its file system does that.

    :raises OSError: if the disk fails.
    """
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:  # one may write into a folder that one may not list
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
    finally:
        os.close(handle)


@dataclass(slots=True)
class _Draft:
    """A file written beside its place: ``path`` is what was asked for, ``target`` where it goes.

    ``old`` is another name of what was there before, None if it has none.
    """

    path: str
    target: Path
    draft: Path
    is_new: bool
    old: Path | None = None
    is_published: bool = False

    def remember(self) -> None:
        """Keep what is there now, so that it can be brought back."""
        old = beside(self.target)
        # Not every file system has several names for a file; there, none can be brought back.
        with contextlib.suppress(OSError):
            os.link(self.target, old)
            self.old = old

    def publish(self) -> None:
        """Put it in its place."""
        os.replace(self.draft, self.target)  # noqa: PTH105 - as the tests of failing disks have it
        self.is_published = True

    def take_back(self) -> None:
        """Bring back what was there before, if it has been replaced."""
        with contextlib.suppress(OSError):
            if self.is_published and self.is_new:
                self.target.unlink()
            elif self.is_published and self.old is not None:
                self.old.replace(self.target)

    def clean_up(self) -> None:
        """Remove what was only needed meanwhile."""
        for path in (self.draft, self.old):
            if path is not None:
                with contextlib.suppress(OSError):
                    path.unlink()


def _drafted(path: str, content: bytes, mode: int) -> _Draft:
    target = Path(path).resolve()
    draft = beside(target)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    return _Draft(path, target, draft, is_new=not target.exists())


@contextlib.contextmanager
def _naming(path: str) -> Iterator[None]:
    """Let an error of the system name the file that was asked for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
