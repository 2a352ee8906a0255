// Package roster provides the lines of a list of sessions: data, start, number of points, state
// and best score. The command ls, the home page and a server's home page share them.
package roster
