package ui

import (
	"errors"
)

// ErrTerminal is returned where TERM says that nothing can be drawn.
var ErrTerminal = errors.New("this terminal cannot show a screen: TERM is dumb or not set; sfatui run, follow --batch and replay --batch work without one")
