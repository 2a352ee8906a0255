// Package view says what pictures of a session show: its configurations over a
// parameter or over two, one of its points, or the data as it was read. It turns
// them into drawings of package svg.
//
// To add a view of a point, write a function of a subject in a file of its own and
// add it to the table in point.go, with what it needs the data for. Views of
// configurations come from the table of measures: one that has a view is drawn as
// a chart and as a map.
package view
