// Package unpack reads files that are compressed by themselves, as gzip and zstd
// do: it tells them by their first bytes, and bounds what they may become. It is no
// format: what is unpacked is read as what it is.
//
// To add a method: give it a line in the table.
package unpack
