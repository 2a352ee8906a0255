// Package data is the data model: samples in rows, cut into segments, with
// labels, groups, an optional numeric target, and where they came from.
package data
