// Package jsonl reads and writes JSON objects with checksums, one per line.
//
// The last field of an object is the CRC-32C of a seed and of everything before
// it: {"n":1,"k":"started","c":"1f2e3d4c"}. The seed is a text that the file
// does not contain. The seed of a journal is the name of its writer, so that a
// line copied from another journal has a wrong checksum.
//
// [Decode] reads a file of one object. [Each], [Split] and [Fault] read a file
// of many: a bad line loses that line, and never the next one.
package jsonl
