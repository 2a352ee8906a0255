package journal_test

import (
	"fmt"

	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
)

// A sweep whose last record is its start, and which no process computes, was interrupted.
func ExampleStanding() {
	nobody, _ := journal.Standing(record.Running, false, nil)
	other, host := journal.Standing(record.Running, false, []journal.Computing{{Host: "node7", PID: 12}})
	fmt.Println(nobody)
	fmt.Println(other, "on", host)
	// Output:
	// interrupted
	// running on node7
}
