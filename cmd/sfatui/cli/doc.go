// Package cli is what commands say and how they end: tables, paragraphs and lines of JSON, in
// as many columns as the terminal has; the exit codes, the errors that have one of their own,
// and the line on stderr with, where it is known, the command that was meant.
package cli
