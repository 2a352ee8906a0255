// Package format separates files from the data model. A [Format] reads a
// [Source], which is one file or the images of a folder, into a [Sink]. The
// sink holds the user's options on columns and missing values and the memory
// budget.
//
// To add a format: make a package beside the others with a Format in it, which
// holds the file names, the magic bytes and the reader. Its Read passes an
// array with named columns to Sink.Frame, series to a Sink.NewSeries, or
// appends recordings itself; it reports what it left out with Sink.Note. Name
// the Format in the list of package datasets.
//
// A Format does not trust the sizes in a file: it checks them against the
// file's length before it allocates memory, and no content makes it panic. Its
// package has a fuzz test of this.
package format
