// Package layout arranges text in the cells of a terminal: it measures, cuts, pads and wraps
// lines, frames them as cards, and puts panels side by side.
//
// Widths are in cells, as the terminal draws them: an escape sequence takes none, a wide
// character two.
package layout
