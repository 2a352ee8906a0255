package format

import (
	"io"
	"log"
	"sync"
)

// hushed counts the decoders under way whose libraries write remarks to the
// standard logger, and so onto the screen, and keeps where it wrote before.
var hushed struct {
	sync.Mutex
	count int
	loud  io.Writer
}

// SilenceLog silences the standard logger until restore is called, by the last of
// those who asked for it.
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
