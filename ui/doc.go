// Package ui is the workbench: the Bubble Tea program that shows a sweep while
// it is computed, followed, replayed or opened. It computes nothing itself and depends on
// no details of its pages.
//
// The model owns the screen and passes messages and keys to its components: the pages, a
// package for each (see the package page), which draw the screen between header and
// footer; control, which holds the session and starts, follows and steers its computation,
// and computes points again for pages that show their details; output, which writes files
// and the clipboard; and header. They share the [page.Scene]. Keys, footer, help and the
// README's key table come from one table of actions, to which each component adds its own.
// Everything that accesses files, data or the engine is a command.
//
// A model is one place: home, or a sweep with its data. The program consists of several
// places, one of which is on the screen; the others continue to compute, one sweep at a
// time.
package ui
