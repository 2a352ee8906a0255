// Package sandbox opens files anywhere or, for a program that is served to
// others, below one folder only.
package sandbox
