// Package ui is the workbench: the Bubble Tea program that shows a sweep while
// it is computed, followed, replayed or looked at. It computes nothing and knows no
// page from inside.
//
// The model has the screen and gives messages and keys to the rooms that take
// them: a package for each page (see the package page), which draws what is between
// header and footer; control, which has the session in hand and starts, follows and
// steers what computes it; inquiry, which computes a point again for the pages that
// show what is inside of it; output, which writes files and the clipboard; and
// header. What they share is the [page.Scene]. Keys, footer, help and the README's
// key table come from one table of actions, to which each room gives its own.
// Whatever touches files, data or the engine is a command.
//
// A model is one place: home, or a sweep with its data. The program is several of them,
// of which one has the screen; the others go on with what they compute, one sweep at a
// time.
package ui
