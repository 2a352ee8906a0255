// Package glossary explains the terms of the workbench in a sentence or two each. The palette,
// the command explain and the column headings read it.
//
// To add a term: add an entry to the table of terms. Its text must fit into three lines of 78
// cells; symbols and other names of the term are its aliases.
package glossary
