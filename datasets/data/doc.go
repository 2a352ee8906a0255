// Package data is the data model: samples in rows, divided into segments, with
// labels, groups, an optional numeric target, and the files of origin.
package data
