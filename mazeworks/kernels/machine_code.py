"""Machine code of kernels: made once with numba, kept on disk, and loaded by LLVM alone.

Importing numba takes a third of a second, and 140 MB with what its first kernel needs; LLVM alone takes less than a
tenth of a second, and 60 MB. So each kernel comes with a function that Python can call, `CALL`, which checks the
arguments and needs nothing of numba.

A file on disk begins with a check sum over its code and what the code depends on: the kernel and those it calls, their
constants, the processor, Python and LLVM. A damaged file, or one that another user may have written, is never loaded.
"""

import ctypes
import functools
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mazeworks.kernels.kernel import Kernel

#: Bytes of a check sum.
LENGTH = 16
#: The name of the function that Python calls.
SYMBOL = "mazeworks_kernel_{}"
#: Functions of Python that the code calls, and of the C library.
PYTHON = {
    "PyTuple_Size": "i64 @PyTuple_Size(ptr)",
    "PyTuple_GetItem": "ptr @PyTuple_GetItem(ptr, i64)",
    "PyObject_GetBuffer": "i32 @PyObject_GetBuffer(ptr, ptr, i32)",
    "PyBuffer_Release": "void @PyBuffer_Release(ptr)",
    "PyLong_AsLongLong": "i64 @PyLong_AsLongLong(ptr)",
    "PyFloat_AsDouble": "double @PyFloat_AsDouble(ptr)",
    "PyLong_FromLongLong": "ptr @PyLong_FromLongLong(i64)",
    "PyFloat_FromDouble": "ptr @PyFloat_FromDouble(double)",
    "PyBool_FromLong": "ptr @PyBool_FromLong(i64)",
    "Py_BuildValue": "ptr @Py_BuildValue(ptr, ...)",
    "PyEval_SaveThread": "ptr @PyEval_SaveThread()",
    "PyEval_RestoreThread": "void @PyEval_RestoreThread(ptr)",
    "PyErr_Occurred": "ptr @PyErr_Occurred()",
    "PyErr_BadArgument": "i32 @PyErr_BadArgument()",
    "PyNumber_Remainder": "ptr @PyNumber_Remainder(ptr, ptr)",
    "Py_DecRef": "void @Py_DecRef(ptr)",
}
C_LIBRARY = ("memset", "memcpy", "memmove", "floor", "frexp")
#: A buffer of Python: what it shows, its owner, bytes, bytes per item, read-only, dimensions, format, shape and more.
VIEW = "{ ptr, ptr, i64, i64, i32, i32, ptr, ptr, ptr, ptr, ptr }"
#: Ask for a buffer that is contiguous (0x38) and writable (1), with its format (4).
REQUEST = 0x3D
#: The formats of items that fit each type of a signature, if they have its size: some differ between systems.
FORMATS = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "IL", "i4": "il", "i8": "lq", "f8": "d"}
#: The types of what a kernel may use beside kernels and functions of Python's own: numbers, and tuples of them.
CONSTANTS = (int, float, bool, tuple)
#: How a number is read and returned, by its type in a signature: its type in LLVM, the function, and its failure.
READ = {
    "i8": ("i64", "PyLong_AsLongLong", "icmp eq i64 {}, -1"),
    "f8": ("double", "PyFloat_AsDouble", "fcmp oeq double {}, -1.0"),
}
RETURNED = {
    "i8": "  %number = load i64, ptr %out\n  %made = call ptr @PyLong_FromLongLong(i64 %number)",
    "f8": "  %number = load double, ptr %out\n  %made = call ptr @PyFloat_FromDouble(double %number)",
    "b1": "  %byte = load i8, ptr %out\n  %number = zext i8 %byte to i64\n"
    "  %made = call ptr @PyBool_FromLong(i64 %number)",
    "void": "  %made = call ptr (ptr, ...) @Py_BuildValue(ptr @empty)",
}
#: A function that takes a tuple of arguments, calls the kernel without the interpreter lock, and returns its result.
#: The only error of a flat loop is a division by zero, which Python is made to raise.
CALL = """
@empty = internal constant [1 x i8] zeroinitializer
{declarations}
define ptr @{symbol}(ptr %arguments) {{
  %result = alloca ptr
  store ptr null, ptr %result
  %out = alloca i64
  %error = alloca ptr
{views}
  %count = call i64 @PyTuple_Size(ptr %arguments)
  %complete = icmp eq i64 %count, {count}
  br i1 %complete, label %begin, label %wrong
begin:
{arguments}
  %thread = call ptr @PyEval_SaveThread()
  %status = call i32 @"{entry}"(ptr %out, ptr %error{given})
  call void @PyEval_RestoreThread(ptr %thread)
  %fine = icmp eq i32 %status, 0
  %nothing = icmp eq i32 %status, -2
  %ended = or i1 %fine, %nothing
  br i1 %ended, label %good, label %bad
good:
{returned}
  store ptr %made, ptr %result
  br label %end
bad:
  %zero = call ptr @PyLong_FromLongLong(i64 0)
  call ptr @PyNumber_Remainder(ptr %zero, ptr %zero)
  call void @Py_DecRef(ptr %zero)
  br label %end
wrong:
  call i32 @PyErr_BadArgument()
  br label %end
end:
{releases}
  %answer = load ptr, ptr %result
  ret ptr %answer
}}
"""
#: An array: its first item and the number of items.
ARRAY = """
  %object{n} = call ptr @PyTuple_GetItem(ptr %arguments, i64 {n})
  %got{n} = call i32 @PyObject_GetBuffer(ptr %object{n}, ptr %view{n}, i32 {request})
  %seen{n} = icmp eq i32 %got{n}, 0
  br i1 %seen{n}, label %shown{n}, label %end
shown{n}:
  %dimensions_at{n} = getelementptr {view}, ptr %view{n}, i32 0, i32 5
  %dimensions{n} = load i32, ptr %dimensions_at{n}
  %format_at{n} = getelementptr {view}, ptr %view{n}, i32 0, i32 6
  %format{n} = load ptr, ptr %format_at{n}
  %letter{n} = load i8, ptr %format{n}
  %size_at{n} = getelementptr {view}, ptr %view{n}, i32 0, i32 3
  %size{n} = load i64, ptr %size_at{n}
  %flat{n} = icmp eq i32 %dimensions{n}, 1
  %one{n} = icmp eq i8 %letter{n}, {first}
  %other{n} = icmp eq i8 %letter{n}, {last}
  %either{n} = or i1 %one{n}, %other{n}
  %right{n} = icmp eq i64 %size{n}, {size}
  %known{n} = and i1 %flat{n}, %either{n}
  %fits{n} = and i1 %known{n}, %right{n}
  br i1 %fits{n}, label %fitting{n}, label %wrong
fitting{n}:
  %item{n} = load ptr, ptr %view{n}
  %shape_at{n} = getelementptr {view}, ptr %view{n}, i32 0, i32 7
  %shape{n} = load ptr, ptr %shape_at{n}
  %items{n} = load i64, ptr %shape{n}
"""
#: How numba hands over an array: the owner of its memory, none here; the number of items, the size of one, the first,
#: the number along the only side, and the bytes from one to the next.
TAKEN = "ptr ptr i64 i64 ptr i64 i64"
GIVEN = "ptr null, ptr null, i64 %items{n}, i64 {size}, ptr %item{n}, i64 %items{n}, i64 {size}"
NUMBER = """
  %object{n} = call ptr @PyTuple_GetItem(ptr %arguments, i64 {n})
  %number{n} = call {type} @{reader}(ptr %object{n})
  %odd{n} = {failed}
  br i1 %odd{n}, label %doubt{n}, label %read{n}
doubt{n}:
  %raised{n} = call ptr @PyErr_Occurred()
  %none{n} = icmp eq ptr %raised{n}, null
  br i1 %none{n}, label %read{n}, label %end
read{n}:
"""


def load(kernel: "Kernel") -> Callable[..., Any] | None:
    """The function in a file on disk; None if there is none, or none that fits this kernel and this machine."""
    for path in _paths(kernel):
        with suppress(OSError):
            data = path.read_bytes() if _is_own(path) else b""
            if data[:LENGTH] == _sum(kernel, data[LENGTH:]):
                return _function(kernel, data[LENGTH:])
    return None


def make(kernel: "Kernel", numba: Any) -> Callable[..., Any]:
    """The compiled function, also written to disk."""
    code = _compiled(kernel, numba)
    for path in _paths(kernel):
        with suppress(OSError):  # such as a folder of another user, or a full disk
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}.part")
            try:
                part.touch(mode=0o644)  # `_is_own` wants no more
                part.write_bytes(_sum(kernel, code) + code)
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
            break
    return _function(kernel, code)


# --- files


def _paths(kernel: "Kernel") -> list[Path]:
    """Where the code may be: in the folder for compiled kernels if one is named, else beside its source or at home."""
    name = (
        f"{re.sub(r'[^A-Za-z0-9_.]', '_', kernel.name)}-{blake2b(_machine().encode(), digest_size=6).hexdigest()}.code"
    )
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return [Path(named, name)]
    source = Path(kernel.function.__code__.co_filename)
    homes = os.environ.get("LOCALAPPDATA"), os.environ.get("XDG_CACHE_HOME"), os.path.expanduser("~/.cache")
    home = [Path(each, "mazeworks", name) for each in homes if each and os.path.isabs(each)]  # "~" if there is none
    return ([source.parent / "__pycache__" / name] if source.exists() else []) + home[:1]


def _is_own(path: Path) -> bool:
    """Whether only this user, or the system's own user, can have written this file; False for a folder or a pipe."""
    facts = path.stat()
    others = hasattr(os, "getuid") and (facts.st_uid not in (0, os.getuid()) or facts.st_mode & stat.S_IWOTH)
    return stat.S_ISREG(facts.st_mode) and not others


def _sum(kernel: "Kernel", code: bytes) -> bytes:
    """The check sum of code, and of all that it depends on."""
    made_with = CALL, ARRAY, TAKEN, GIVEN, NUMBER, VIEW, REQUEST, READ, RETURNED, FORMATS
    about = repr((kernel.name, kernel.signature, made_with, _machine(), *_parts(kernel)))
    return blake2b(about.encode() + code, digest_size=LENGTH).digest()


def _parts(kernel: "Kernel") -> Iterator[object]:
    """What a kernel consists of, and the kernels it calls: the code of Python, and its constants, without words."""
    code, scope = kernel.function.__code__, kernel.function.__globals__
    constants = [each for each in code.co_consts if type(each) in CONSTANTS]
    yield from (code.co_code, constants, code.co_names, code.co_varnames)
    for value in (scope[name] for name in code.co_names if name in scope):
        if type(value) is type(kernel):
            yield from (value.signature, value.inline, *_parts(value))
        elif type(value) in CONSTANTS or isinstance(value, BuiltinFunctionType):
            yield value
        else:
            raise TypeError(f"{kernel.name} uses {value!r:.40}, and a change of that would not be noticed")


@functools.cache
def _machine() -> str:
    """The processor, and the versions of Python and of LLVM."""
    import llvmlite
    import llvmlite.binding as llvm

    return repr((sys.version, llvmlite.__version__, llvm.get_process_triple(), llvm.get_host_cpu_name(), _features()))


def _features() -> str:
    import llvmlite.binding as llvm

    try:
        features: str = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # unknown on this system
        return ""
    return features


# --- loading


@functools.cache
def _engine() -> Any:
    """What loads code, with the functions that code calls; RuntimeError where one is missing."""
    import llvmlite.binding as llvm

    if sys.maxsize < 1 << 32:
        raise RuntimeError("machine code is called with 64 bits only")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())  # first: it opens the C library
    for name in PYTHON:
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    for name in C_LIBRARY:
        if llvm.address_of_symbol(name) is None:
            raise RuntimeError(f"the C library has no {name}")
    return engine


def _target() -> Any:
    import llvmlite.binding as llvm

    target = llvm.Target.from_triple(llvm.get_process_triple())
    relocation = "static" if target.name.startswith("x86") else "default"
    return target.create_target_machine(
        llvm.get_host_cpu_name(), _features(), 3, reloc=relocation, codemodel="jitdefault", jit=True
    )


def _function(kernel: "Kernel", code: bytes) -> Callable[..., Any]:
    """Load code; its function takes and returns what the kernel does."""
    import llvmlite.binding as llvm

    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    call = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(engine.get_function_address(_symbol(kernel)))

    def run(*arguments: Any) -> Any:
        try:
            return call(arguments)
        except (TypeError, ValueError, BufferError) as error:
            raise TypeError(f"{kernel.name} takes {kernel.signature}: {error}") from None

    return run


def _symbol(kernel: "Kernel") -> str:
    return SYMBOL.format(
        blake2b(repr((kernel.name, kernel.signature, *_parts(kernel))).encode(), digest_size=8).hexdigest()
    )


# --- compiling


def _compiled(kernel: "Kernel", numba: Any) -> bytes:
    """The machine code of a kernel, with the function that calls it."""
    import llvmlite.binding as llvm

    _engine()  # registers all functions, and refuses a system that lacks one
    returned, arguments = _types(kernel.signature)
    made = by_numba(kernel, numba, for_python=False)
    text = made.inspect_llvm(made.signatures[0])
    name = made.overloads[made.signatures[0]].fndesc.llvm_func_name
    # Arrays come from outside and are never freed by a kernel, so nothing needs to count who uses them.
    text = re.sub(r"(tail )?call void @NRT_(inc|dec)ref\(.*", "", text)
    text = text.replace("@numba_frexp(", "@frexp(")  # that of the C library
    module = llvm.parse_assembly(text + _call(_symbol(kernel), name, returned, arguments))
    taken = " ".join(str(each.type) for each in module.get_function(name).arguments)
    if taken != " ".join(["ptr ptr", *(TAKEN if "[" in each else READ[each][0] for each in arguments)]):
        raise RuntimeError(f"numba hands over arguments in another way: {taken}")
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name != _symbol(kernel):
            part.linkage = "internal"
    target, passes = _target(), llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options()))
    for each in module.functions:
        if each.is_declaration and not each.name.startswith("llvm.") and each.name not in (*PYTHON, *C_LIBRARY):
            raise RuntimeError(f"{kernel.name} needs {each.name}")
    code: bytes = target.emit_object(module)
    return code


def _types(signature: str) -> tuple[str, list[str]]:
    """What a kernel returns and takes; an array by the type of its items, with `[`."""
    returned, arguments = re.fullmatch(r"(\w+)\((.*)\)", re.sub(r"\s|::1\]", "", signature)).groups()  # type: ignore[union-attr]
    return returned, arguments.split(",")


@functools.cache
def by_numba(kernel: "Kernel", numba: Any, for_python: bool = True) -> Any:
    """A kernel as numba compiles it; without `for_python` only other compiled functions can call it."""
    from mazeworks.kernels.indices import with_unsigned_indices

    scope = dict(kernel.function.__globals__)
    for name in kernel.function.__code__.co_names:
        if type(scope.get(name)) is type(kernel):
            scope[name] = by_numba(scope[name], numba, for_python)
    settings = {} if for_python else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    settings["forceinline"] = kernel.inline
    return numba.njit(kernel.signature, nogil=True, **settings)(with_unsigned_indices(kernel.function, scope))


def _call(symbol: str, entry: str, returned: str, arguments: list[str]) -> str:
    """The function that Python calls, in the language of LLVM."""
    views, parts, given, releases = [], [], [], []
    for n, type_ in enumerate(arguments):
        if "[" in type_:
            first, last = (ord(FORMATS[type_[:-1]][end]) for end in (0, -1))
            views += [f"  %view{n} = alloca {VIEW}", f"  store {VIEW} zeroinitializer, ptr %view{n}"]
            parts.append(ARRAY.format(n=n, request=REQUEST, view=VIEW, first=first, last=last, size=type_[1]))
            given.append(GIVEN.format(n=n, size=type_[1]))
            releases.append(f"  call void @PyBuffer_Release(ptr %view{n})")
        else:
            type_, reader, failed = READ[type_]
            parts.append(NUMBER.format(n=n, type=type_, reader=reader, failed=failed.format(f"%number{n}")))
            given.append(f"{type_} %number{n}")
    return CALL.format(
        declarations="\n".join(f"declare {each}" for each in PYTHON.values()),
        symbol=symbol,
        entry=entry,
        count=len(arguments),
        views="\n".join(views),
        arguments="".join(parts),
        given="".join(f", {each}" for each in given),
        returned=RETURNED[returned],
        releases="\n".join(releases),
    )
