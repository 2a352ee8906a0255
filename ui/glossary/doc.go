// Package glossary explains the words of the workbench in a sentence or two each. The
// palette, the command explain and the heads of columns read it.
//
// To add a term: add an entry to the table of terms. Its text fits in three lines of 78
// cells; signs and other names of the same thing are its aliases.
package glossary
