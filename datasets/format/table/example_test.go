package table_test

import (
	"example.com/sfatui/datasets/format/table"
	"example.com/sfatui/datasets/internal/check"
)

// A table from a spreadsheet with a decimal comma. The time is no input, and an
// empty cell is refused.
func Example() {
	check.Print(&table.CSV, "time_s;x;y\n0,0;0,5;10\n0,1;0,7;20\n0,2;0,9;30\n")
	check.Print(&table.CSV, "time;x;y\n0,0;0,5;10\n0,1;;20\n")
	// Output:
	// inputs [x y]
	// file.csv [0.5 10 0.7 20 0.9 30]
	// file.csv: the column time_s is the time of each row, not an input; a row every 100 ms
	// file.csv:3: column x is empty: fill the cell, leave the row out (--missing split), fill short gaps (--missing interpolate:3), or drop the column with --drop x
}

// Rows of at least four times as many numbers as there are rows, each with a
// different scale, are variables rather than samples.
func Example_transposed() {
	check.Print(&table.CSV, "1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1\n"+
		"100 200 300 100 200 300 100 200 300 100 200 300 100 200 300 100\n"+
		"1e4 2e4 3e4 1e4 2e4 3e4 1e4 2e4 3e4 1e4 2e4 3e4 1e4 2e4 3e4 1e4\n"+
		".01 .02 .03 .01 .02 .03 .01 .02 .03 .01 .02 .03 .01 .02 .03 .01\n")
	// Output:
	// inputs [x1 x2 x3 x4]
	// file.csv [1 100 10000 0.01 2 200 20000 0.02 3 300 30000 0.03 1 100 10000 0.01 2 200 20000 0.02 3 300 30000 0.03 1 100 10000 0.01 2 200 20000 0.02 3 300 30000 0.03 1 100 10000 0.01 2 200 20000 0.02 3 300 30000 0.03 1 100 10000 0.01 2 200 20000 0.02 3 300 30000 0.03 1 100 10000 0.01]
	// file.csv: taken as stored transposed, because each row has its own scale: 16 rows of 4 columns
	// file.csv: there is no header line; the columns are named x1 to x4
}
