// Package survey is what files hold before anything is decided about them: their
// names, and the columns of tables as they are written, whatever their roles will
// be. Readers fill it in place of a data set, so that a table can be looked at that
// cannot be opened yet. What follows from it, package propose says.
package survey
