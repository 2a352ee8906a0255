// Package explain says of finished points what results do not hold: it solves them again
// ([run.Solve]) and looks at their graph, their readout, their atoms, their alignments, or
// keeps their model.
package explain
