// Package datasets turns what a researcher has on disk into one data model:
// samples in rows, cut into segments, with labels, groups and an optional
// numeric target.
//
// A sample's way through the package runs one way: a reader (of tables, arrays,
// series, sound, images, or a built-in set) yields raw segments; each segment
// is normalised, then delay embedded; the result is a [Set]. Nothing here looks
// across a segment border, and nothing is fitted to the data: what is fitted
// (standardisation) belongs to the engine, which sees the training part only.
//
// A reader takes what a file claims for no more than a claim: it holds it
// against the file's size before it takes memory, and no content makes it
// panic. What it understood, and what it left out, it says in notes.
//
// Errors name the file, the line and the column, and say what to do. An error
// of type [*UsageError] means that the user asked for something that does not
// exist (a file, a column, a name); any other error means that data is there
// but cannot be used.
package datasets
