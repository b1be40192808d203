"""Runs the UCI engine that the wheel of pyffish carries, on standard input and output.

The wheel's library exports the engine's `main`. The package must not be imported for
that, which would start the engine once already; it is enough to know where it lies.
"""

import ctypes
import glob
import importlib.util
import os
import sys

spec = importlib.util.find_spec("pyffish")
if spec is None or not spec.origin:
    sys.exit("fairy-stockfish.py: pyffish is not installed here; run scripts/setup")
folder = os.path.dirname(spec.origin)
found = glob.glob(os.path.join(folder, "_pyffish*.so")) or glob.glob(os.path.join(folder, "pyffish*.so"))
if not found:
    sys.exit("fairy-stockfish.py: no library of pyffish in " + folder)
words = [b"fairy-stockfish"] + [os.fsencode(word) for word in sys.argv[1:]]
argv = (ctypes.c_char_p * (len(words) + 1))(*words, None)
os._exit(ctypes.CDLL(found[0]).main(len(words), argv))
