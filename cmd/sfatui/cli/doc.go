// Package cli holds the output and the ends of commands: tables, paragraphs and
// lines of JSON, wrapped to the terminal's width; exit codes and the errors
// with their own codes; and the line on stderr with the corrected command, if
// it is known.
package cli
