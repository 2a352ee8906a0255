// Package terminal provides the capabilities of the user's terminal according to its
// environment, and the output to it.
package terminal
