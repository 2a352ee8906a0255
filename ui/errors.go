package ui

import (
	"errors"
	"fmt"
)

// ErrTerminal is returned where TERM says that nothing can be drawn.
var ErrTerminal = errors.New("this terminal cannot show a screen: TERM is dumb or not set; sfatui run, follow --batch and replay --batch work without one")

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
