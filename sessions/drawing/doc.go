// Package drawing holds what charts need in any medium: scales and their ticks,
// numbers as labels, the colour ramp and the marks of series. Charts as text
// (ui/chart) and as SVG (sessions/export/svg) share it. It imports only package
// message. What depends on the medium stays there: margins, the place of a
// broken axis, the distance of labels.
//
// To add a mark, add a line to [Marks]: both media draw it. To add a step to
// the ramp, add a colour to [Ramp], and to the workbench one of the 256
// terminal colours.
package drawing
