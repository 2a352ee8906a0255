// Package export writes sessions in formats for other programs and readers.
// [All] returns the table of formats: the command line derives the choices and
// flags of sfatui export from it, the workbench the file extensions in its
// prompt.
//
// To add a format, write a file with an [Exporter] and add it to the table in
// table.go, or register it with [Register] from a package above this one. Its
// Extension and Write suffice. Parameters become flags; a Summary offers the
// format in the workbench, too; OfPoint reports whether it needs a point.
//
// Package report generates the contents of reports, package view selects what a
// picture shows, and package svg draws it.
package export
