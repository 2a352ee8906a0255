// Package named resolves the words for sessions on a command line, and lists
// sessions with the numbers that are such words.
package named
