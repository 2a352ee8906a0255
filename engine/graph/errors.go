package graph

import "fmt"

// RowError is about one of the samples that a graph is built over.
type RowError struct {
	Row  int    // from 0
	What string // is wrong with it, and what to do
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %s", e.Row, e.What) }
