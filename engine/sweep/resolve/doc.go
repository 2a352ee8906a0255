// Package resolve solves finished points again ([run.Solve]) for what results do not hold: their
// graph, their readout, their atoms, their alignments, and their model.
package resolve
