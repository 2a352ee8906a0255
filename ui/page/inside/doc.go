// Package inside has the tabs that show what is inside of the selected point, each a page of
// its own: its slow features, its training graph, what its readout predicts, how new the
// samples of the test part are to it, the atoms of its front, and the alignment of series.
package inside
