"""Compiled kernels on disk: numba's cache, with a check sum in every file, so that a damaged one is never loaded.

A check sum covers the file, the version of numba, the source and the key of the kernel: after a crash or beside another
computer that shares the folder, a file may be whole and yet belong to another kernel than the index says. Numba reads a
file up to the end of its data, so the sum after it does no harm.
"""

import functools
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from typing import Any

#: Bytes of a check sum.
LENGTH = 16


def enable(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Let a compiled function be cached: checked, or as numba does it where a later version has other insides."""
    try:
        dispatcher._cache = _checked_cache()(function)
    except (ImportError, AttributeError, TypeError):
        dispatcher.enable_caching()


@functools.cache
def _checked_cache() -> Any:
    import numba
    from numba.core.caching import FunctionCache, IndexDataCacheFile

    class CheckedFile(IndexDataCacheFile):  # type: ignore[misc]
        """An index, and the compiled kernels that it lists by their keys."""

        def load(self, key: Any) -> Any:
            self._key = key
            return super().load(key)

        def save(self, key: Any, data: Any) -> None:
            self._key = key
            with suppress(OSError):  # such as a full disk: the next process compiles again
                super().save(key, data)

        def _load_index(self) -> Any:
            return super()._load_index() if self._is_whole(self._index_path) else {}

        def _load_data(self, name: str) -> Any:
            if not self._is_whole(self._data_path(name)):
                raise FileNotFoundError
            return super()._load_data(name)

        @contextmanager
        def _open_for_write(self, path: str) -> Iterator[io.BytesIO]:
            with super()._open_for_write(path) as file:
                yield (data := io.BytesIO())
                file.write(data.getvalue() + self._sum(path, data.getvalue()))

        def _is_whole(self, path: str) -> bool:
            try:
                with open(path, "rb") as file:
                    data = file.read()
            except OSError:
                return False
            return data[-LENGTH:] == self._sum(path, data[:-LENGTH])

        def _sum(self, path: str, data: bytes) -> bytes:
            about = numba.__version__, self._source_stamp, None if path == self._index_path else self._key
            return blake2b(repr((os.path.basename(path), about)).encode() + data, digest_size=LENGTH).digest()

    class CheckedCache(FunctionCache):  # type: ignore[misc]
        def __init__(self, function: Callable[..., Any]) -> None:
            super().__init__(function)
            stamp = self._impl.locator.get_source_stamp()
            self._cache_file = CheckedFile(self._cache_path, self._impl.filename_base, stamp)

    return CheckedCache
