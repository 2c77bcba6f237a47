"""Draws any puzzle as PNG."""

from mazeworks.core.registry import Renderer, renderers
from mazeworks.drawing.look import PARAMETERS
from mazeworks.images.picture import picture

renderers.add(Renderer("png", "A picture in pixels.", (".png",), picture, PARAMETERS, reads_back=None))
