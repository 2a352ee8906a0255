// Package named finds the sessions that words on a command line mean, and lists them with
// the numbers that are such words.
package named
