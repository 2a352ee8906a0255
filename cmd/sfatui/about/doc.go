// Package about holds the commands that tell of the program and the machine.
package about
