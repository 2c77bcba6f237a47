"""Draws any puzzle as JPEG: the same picture as in PNG."""

from mazeworks.core.registry import Renderer, renderers
from mazeworks.drawing.look import PARAMETERS
from mazeworks.images.encoding import encoded
from mazeworks.images.picture import picture

renderers.add(
    Renderer(
        "jpeg",
        "A picture in pixels, small and not quite exact.",
        (".jpg", ".jpeg"),
        lambda solved, **values: encoded(picture(solved, **values, form=".jpg"), "picture.jpg"),
        PARAMETERS,
        reads_back=None,
    )
)
