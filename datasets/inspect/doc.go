// Package inspect describes a set: a summary in a few lines, a full report, and
// advice on a delay embedding.
package inspect
