// Package message words what the data packages tell the user: text from files
// cleaned of what a terminal would obey, counts with their nouns, short lists of
// names, the names nearest to a misspelt one, and the error for a slip of the
// user's.
package message
