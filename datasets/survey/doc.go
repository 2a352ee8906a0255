// Package survey describes files before any decision about them: their names,
// and the columns of tables as written, regardless of their later roles.
// Readers fill it in place of a data set, so that even a table that cannot be
// opened yet can be examined. Package propose derives proposals from it.
package survey
