// Package background prevents Bubble Tea from querying the terminal for its background. Bubble
// Tea v1 does so when it is initialised, and without an answer (a bare pty, some recorders) the
// first frame waits for five seconds.
//
// Go initialises packages that are ready in the order of their import paths. This one needs Lip
// Gloss only and sorts before github.com/charmbracelet, so that the background is set before
// Bubble Tea queries it. Nothing in the program depends on the answer: its colours are readable
// on any background.
package background

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
