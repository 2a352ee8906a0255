// Package report tells a session in words and tables: what was swept on which
// data, what came out, what the numbers mean, and how to get them again. A report
// is a list of blocks, which formats set as they can.
package report
