// Package exit says how a command ends: the exit codes, the errors that have one of their
// own, and the line on stderr with, where it is known, the command that was meant.
package exit
