package work

import "fmt"

// PanicError is a fault of the program's, returned once the terminal is
// restored.
type PanicError struct {
	// Value is what was panicked with.
	Value any
	// Stack is that of the goroutine, for a report of the fault.
	Stack []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("a fault of the program: %v; what was finished is kept, please report it", e.Value)
}
