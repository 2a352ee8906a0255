// Package terminal is the terminal that the program is shown on: what it can,
// as its environment says, and the one way that bytes go to it.
package terminal
