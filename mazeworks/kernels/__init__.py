"""Flat loops over arrays, each in one source that runs interpreted or compiled."""

from mazeworks.kernels.kernel import Kernel, SlowWarning, kernel, kernels, speed, warm_up

__all__ = ["Kernel", "SlowWarning", "kernel", "kernels", "speed", "warm_up"]
