// Package flags holds the flags of data, of sweeps and of computing. Their
// values may come from the command line, a file for --sweep, a description of
// data, or an experiment of the papers. Axes come from the table in package
// part.
package flags
