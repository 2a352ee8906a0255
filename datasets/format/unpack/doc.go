// Package unpack reads compressed files, such as those of gzip and zstd: it
// recognises them by their first bytes, and limits their unpacked size. It is
// not a format: the unpacked contents are read in their own format.
//
// To add a method: add a line to the table.
package unpack
