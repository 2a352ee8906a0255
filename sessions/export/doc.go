// Package export writes sessions for others to read. [All] is the one table of
// formats: the command line makes of it the choices and flags of sfatui export,
// the workbench the endings that its prompt knows.
//
// To add a format, write a file with an [Exporter] and add it to the table in
// table.go, or register it with [Register] from a package above this one. Its
// Extension and Write suffice. Parameters become flags; a Summary offers the
// format in the workbench, too; OfPoint says when it needs a point.
//
// What a report says is in package report, what a picture shows in package view,
// and how SVG is drawn in package svg.
package export
