// Package report describes a session in words and tables: the data and the
// sweep, the results, the definitions of the measures, and how to reproduce
// them. A report is a list of blocks, which each format renders.
package report
