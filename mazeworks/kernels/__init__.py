"""Flat loops over arrays, each in one source that runs interpreted or compiled."""

from mazeworks.kernels.kernel import Kernel, SlowWarning, before_each, compiling, kernel, kernels, speed, warm_up

__all__ = ["Kernel", "SlowWarning", "before_each", "compiling", "kernel", "kernels", "speed", "warm_up"]
