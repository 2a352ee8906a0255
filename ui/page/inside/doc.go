// Package inside provides the tabs that show computed details of the selected point, each a
// page: its slow features, its training graph, its readout's predictions, the novelty of test
// samples, the atoms of its front, and the alignment of series.
package inside
