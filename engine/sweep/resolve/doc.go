// Package resolve solves finished points again ([run.Solve]) to obtain what their results do not
// contain: the graph, the readout, the atoms, the alignments, and the model.
package resolve
