// Package datasets opens what a researcher has on disk, or a built-in set, as one
// data model: samples in rows, cut into segments, with labels, groups and an
// optional numeric target.
//
// [Open] calls the rooms in turn: locate finds the files that the paths mean; a
// format reads each of them into a data.Raw; the steps of prepare change its
// recordings, each by itself; the delay embedding makes the rows of the data.Set.
// Nothing here looks across a segment border, and nothing is fitted to the data:
// what is fitted (standardisation) belongs to the engine, which sees the training
// part only. Package split divides a set, package inspect describes it.
//
// [Survey] looks at files before roles are settled, package propose says what that
// suggests, and package recipe keeps what was settled beside the data.
//
// A reader takes what a file claims for no more than a claim: it holds it
// against the file's size before it takes memory, and no content makes it
// panic. What it understood, and what it left out, it says in notes.
//
// Errors name the file, the line and the column, and say what to do. An error
// of type [*message.UsageError] means that the user asked for something that does
// not exist (a file, a column, a name); any other error means that data is there
// but cannot be used.
package datasets
