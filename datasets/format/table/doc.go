// Package table reads text tables with any delimiter, stored by rows or
// transposed, and the tables of series of the UCR archive.
package table
