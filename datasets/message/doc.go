// Package message words what the data packages tell the user: text from files
// cleaned of what a terminal would obey, counts with their nouns, short lists of
// names, what may have been meant by a name that there is not, and the error for a slip of the
// user's.
package message
