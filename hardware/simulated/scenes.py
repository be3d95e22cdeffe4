"""Scenes: two tidy ones to play at, and any number of random ones from a seed."""

from hardware.simulated.scene import BoardStyle, Holes, Light, Pieces, Pose, Scene, Surface

WOOD = Scene(
    "wood",
    BoardStyle(
        Surface("wood", (196, 148, 98), (138, 92, 54), 0.8),
        outline="hexagon",
        thickness=0.6,
        holes=Holes("bowl", 0.27, 0.24),
        varnish=0.4,
    ),
    Pieces("marble", 0.37),
    Surface("cloth", (62, 84, 104), (44, 62, 82), 0.7),
    ("cup", "tray"),
    Light(bearing=125, height=52, warmth=0.15, glare=40, falloff=0.12),
    Pose(tilt=14, distance=26.5, roll=3, k1=-0.02),
    seed=11,
)
"""A wooden board with hollows and glossy marbles."""

PRINTED = Scene(
    "printed",
    BoardStyle(
        Surface("plain", (232, 222, 196), (220, 206, 176), 0.5),
        outline="square",
        margin=1.4,
        thickness=0.15,
        holes=Holes("flat", 0.27, 0.0, floor=(250, 246, 236), ring=(60, 50, 45), ring_width=0.035),
        lines="grid",
        line_width=0.045,
        points=((198, 52, 50), (240, 200, 60), (44, 130, 76), (48, 92, 170), (225, 225, 225), (60, 60, 62)),
        point_strength=0.8,
        point_border=(60, 50, 45),
        varnish=0.2,
    ),
    Pieces("cone", 0.34, 1.0, 0.0, 0.5),
    Surface("wood", (150, 104, 66), (104, 66, 38), 0.8, 20),
    ("dice", "paper"),
    Light(bearing=60, height=60, warmth=0.05, glare=20),
    Pose(tilt=10, distance=27, roll=-2, k1=-0.02),
    seed=5,
)
"""A printed board with coloured points and halma cones."""

SCENES = {scene.name: scene for scene in (WOOD, PRINTED)}
