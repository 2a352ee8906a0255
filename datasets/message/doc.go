// Package message formats the messages of the data packages: text from files
// without control characters, counts with their nouns, short lists of names,
// suggestions for a mistyped name, and usage errors.
package message
