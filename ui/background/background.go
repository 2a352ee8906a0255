// Package background keeps Bubble Tea from asking the terminal for its
// background. Bubble Tea v1 does so when it is initialised, and where nobody
// answers (a bare pty, some recorders) the first frame waits for five seconds.
//
// Go initialises packages that are ready in the order of their import paths.
// This one needs Lip Gloss only and sorts before github.com/charmbracelet, so
// that the question is settled before Bubble Tea can ask it. Nothing in the
// program depends on the answer: its colours are chosen to be read on any
// background.
package background

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
