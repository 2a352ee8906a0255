// Package view draws a session with package svg: its configurations over one or
// two parameters, one of its points, or the data as read.
//
// To add a view of a point, write a function of a subject in a file of its own
// and add it to the table in point.go, with its use of the data. Views of
// configurations come from the table of measures: one that has a view is drawn
// as a chart and as a map.
package view
