// Package svg draws charts, heatmaps, scatters and traces as SVG: text elements
// and paths without scripts, fonts or links, well-formed whatever the texts hold.
// The same drawing gives the same bytes. It shares scales, ticks, ramp and marks
// with the charts of the terminal (package drawing), and knows no sweep: package
// view says what to draw.
//
// To add a kind of drawing, add a file with a type that has Caption, Height and
// draw; [Write], [Embed] and [Sheet] take it.
package svg
