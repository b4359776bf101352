"""Writes files completely or not at all, even if the disk is full or the power fails."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["beside", "sync_folder", "write_files"]

_FOR_ALL = 0o666
"""The mode with which programs usually create files, before the umask."""


def write_files(contents: Mapping[str, bytes], *, mode: int = _FOR_ALL) -> None:
    """Write files that belong together, in order: either all get their new content, or none.

    Each is first written under another name in the same folder, flushed to the disk, and then
    renamed. A symbolic link stays; the file it points to is replaced. ``mode`` is the permissions
    of the new files, before the umask.

    :raises OSError: if one cannot be written, with the path that was given. No draft is left.

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
    """Return an unused name in the same folder."""
    return target.with_name(f".{target.name}.{os.urandom(4).hex()}.tmp")


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to the disk, on systems where a folder can be flushed.

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
    """A file under a temporary name: ``path`` was asked for, ``target`` is where it goes.

    ``old`` is a second name of the file that was there before, None without one.
    """

    path: str
    target: Path
    draft: Path
    is_new: bool
    old: Path | None = None
    is_published: bool = False

    def remember(self) -> None:
        """Keep the present file under a second name, so that it can be restored."""
        old = beside(self.target)
        # Some file systems have no hard links; there the earlier file cannot be restored.
        with contextlib.suppress(OSError):
            os.link(self.target, old)
            self.old = old

    def publish(self) -> None:
        """Rename the draft to its target."""
        os.replace(self.draft, self.target)  # noqa: PTH105 - as the tests of failing disks have it
        self.is_published = True

    def take_back(self) -> None:
        """Restore the earlier file if it has been replaced."""
        with contextlib.suppress(OSError):
            if self.is_published and self.is_new:
                self.target.unlink()
            elif self.is_published and self.old is not None:
                self.old.replace(self.target)

    def clean_up(self) -> None:
        """Remove the temporary names."""
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
            with contextlib.suppress(OSError):  # a private file stays private
                os.fchmod(handle, stat.S_IMODE(target.stat().st_mode))
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
    """Raise an error of the operating system again with the path that was asked for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
