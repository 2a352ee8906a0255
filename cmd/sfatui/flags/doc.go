// Package flags holds the flags of data, of sweeps and of computing, wherever their values
// stand: on the command line, in a file for --sweep, in a description of data, in an
// experiment of the papers. Axes come from the table in package part.
package flags
