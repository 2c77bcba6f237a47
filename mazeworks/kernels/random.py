"""The random numbers of kernels: multiply-with-carry (Marsaglia, 1994).

One positive 63-bit integer is the whole state. A step is written out where it is needed,

    random = MULTIPLIER * (random & LOW) + (random >> 32)

and its low 32 bits are the number drawn. No step leaves 64 signed bits, so both speeds agree.
"""

MULTIPLIER = 1791398085
LOW = 0xFFFFFFFF
