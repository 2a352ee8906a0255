package format

import (
	"io"
	"log"
	"sync"
)

// hushed counts the running decoders whose libraries log to the standard
// logger, and so onto the screen. It also holds the logger's original output.
var hushed struct {
	sync.Mutex
	count int
	loud  io.Writer
}

// SilenceLog silences the standard logger until every caller has called its
// restore.
func SilenceLog() (restore func()) {
	hushed.Lock()
	defer hushed.Unlock()
	if hushed.count++; hushed.count == 1 {
		hushed.loud = log.Writer()
		log.SetOutput(io.Discard)
	}
	return func() {
		hushed.Lock()
		defer hushed.Unlock()
		if hushed.count--; hushed.count == 0 {
			log.SetOutput(hushed.loud)
		}
	}
}
