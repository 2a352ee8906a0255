// Package svg draws charts, heatmaps, scatters and traces as SVG: text elements
// and paths without scripts, fonts or links, well-formed for any texts. Equal
// drawings have equal bytes. It shares scales, ticks, ramp and marks with the
// charts of the terminal (package drawing), and is independent of sweeps:
// package view selects what to draw.
//
// To add a kind of drawing, add a file with a type that has Caption, Height and
// draw; [Write], [Embed] and [Sheet] accept it.
package svg
