// Package jsonl reads and writes JSON objects with checksums, one on a line.
//
// The last field of an object is the CRC-32C of a seed and of everything before
// it: {"n":1,"k":"started","c":"1f2e3d4c"}. The seed is a text that the file does
// not hold. A journal has the name of its writer there, so that a line that was
// copied from another journal has a wrong checksum.
//
// A file of one object is read by [Decode]. A file of many is read by [Each],
// [Split] and [Fault]: a bad line costs that line, and never the next one.
package jsonl
