// Package format is the wall between files and the data model: a [Format] reads a
// [Source], a file from its first byte to its last or the images of a folder, and
// gives what it holds to a [Sink], which knows what the user asks of columns and
// of missing numbers, and how much memory there may be.
//
// To add a format: make a package beside the others with a Format in it, which
// says what its files are called, how they begin and how they are read. Its Read
// gives an array with named columns to Sink.Frame, series to a Sink.NewSeries, or
// appends recordings itself; what it left out it says with Sink.Note. Name the
// Format in the list of package datasets.
//
// A Format takes what a file claims for no more than a claim: it holds it against
// the file's length before it takes memory, and no content makes it panic. Its
// package has a fuzz test that holds it to this.
package format
