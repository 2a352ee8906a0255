// Package chart draws charts in the cells of a terminal: line charts with
// markers, error bars, thresholds and a cursor, heatmaps, scatters, signals over
// time and bars within a line of text. It does not depend on sweeps. Scales, ticks,
// the ramp and the marks are those of package drawing, which the charts in SVG
// share; asciigraph draws the strokes of curves.
//
// Each kind of chart is a struct with a Render method that returns exactly the
// requested number of lines. To add a kind, write such a struct in a file of its own: take a
// canvas, draw on it by cells and roles, and return its lines. A [Paint] turns
// roles into colours, so that charts do not depend on the theme.
package chart
