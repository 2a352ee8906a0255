package format

import (
	"io"
	"log"
	"sync"
)

// silenced counts the running decoders whose libraries log to the standard
// logger, and so onto the screen. It also holds the logger's original output.
var silenced struct {
	sync.Mutex
	count  int
	output io.Writer
}

// SilenceLog silences the standard logger until every caller has called its
// restore.
func SilenceLog() (restore func()) {
	silenced.Lock()
	defer silenced.Unlock()
	if silenced.count++; silenced.count == 1 {
		silenced.output = log.Writer()
		log.SetOutput(io.Discard)
	}
	return func() {
		silenced.Lock()
		defer silenced.Unlock()
		if silenced.count--; silenced.count == 0 {
			log.SetOutput(silenced.output)
		}
	}
}
