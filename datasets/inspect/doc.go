// Package inspect looks at a set: a summary in a few lines, a report of all that
// was understood, and advice on a delay embedding.
package inspect
