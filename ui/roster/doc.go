// Package roster says what stands in a line of a list of sessions: which data it is of,
// when it was begun, how many of its points there are, what it is doing and what is
// best. The command ls, home and a server's home have the same lines.
package roster
