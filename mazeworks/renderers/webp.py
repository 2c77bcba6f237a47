"""Draws any puzzle as WebP: the same picture as in PNG."""

from mazeworks.core.registry import Renderer, renderers
from mazeworks.drawing.look import PARAMETERS
from mazeworks.images.encoding import encoded
from mazeworks.images.picture import picture

renderers.add(
    Renderer(
        "webp",
        "A picture in pixels, small and exact.",
        (".webp",),
        lambda solved, **values: encoded(picture(solved, **values, form=".webp"), "picture.webp"),
        PARAMETERS,
        reads_back=None,
    )
)
