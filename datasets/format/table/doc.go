// Package table reads tables of text, whatever divides their columns, stored by rows
// or transposed, and the tables of series of the UCR archive.
package table
