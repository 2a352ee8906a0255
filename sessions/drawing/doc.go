// Package drawing holds what every picture of numbers needs, whatever it is
// drawn with: scales and their ticks, numbers as labels, the colour ramp and the
// marks of series. Charts as text (ui/chart) and as SVG (sessions/export/svg)
// share it. It imports nothing of the project. What depends on the medium stays
// with the medium: margins, the place of a broken axis, how close labels may
// stand.
//
// To add a mark, add a line to [Marks]: both media draw it. To add a step to the
// ramp, add a colour to [Ramp], and to the workbench one of the 256 terminal
// colours.
package drawing
