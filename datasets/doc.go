// Package datasets opens a researcher's files, or a built-in set, as one data
// model: samples in rows, divided into segments, with labels, groups and an
// optional numeric target.
//
// [Open] works in stages: locate finds the files that the paths mean; a format
// reads each of them into a data.Raw; the steps of prepare change each
// recording separately; the delay embedding makes the rows of the data.Set. No
// stage works across a segment border, and none is fitted to the data: fitted
// steps (standardisation) belong to the engine, which uses the training part
// only. Package split divides a set, package inspect describes it.
//
// [Survey] reads files before roles are assigned, package propose makes
// proposals from that, and package recipe stores the user's choices next to the
// data.
//
// A reader does not trust the sizes in a file: it checks them against the
// file's length before it allocates memory, and no content makes it panic. It
// notes how it interpreted the file, and what it left out.
//
// Errors name the file, the line and the column, and a remedy. An error of type
// [*message.UsageError] means that the user named something that does not exist
// (a file, a column, a name); any other error means that data exists but cannot
// be used.
package datasets
