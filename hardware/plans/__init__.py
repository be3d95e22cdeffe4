"""Building plans: the lamp overlay of any board in true scale, its wiring, its diffuser and what to buy.

A plan is a `Drawing` in millimetres; SVG, DXF and PDF are three ways to write one.
"""
