package datasets

import (
	"bytes"
	"io"
	"log"
	"testing"

	"example.com/sfatui/datasets/format"
)

// Decoders that end in another order than they began restore the logger.
func TestHushLog(t *testing.T) {
	var b bytes.Buffer
	defer log.SetOutput(log.Writer())
	log.SetOutput(&b)
	first := format.SilenceLog()
	second := format.SilenceLog()
	first()
	if log.Writer() != io.Discard {
		t.Error("the first one to end lets the other's remarks out")
	}
	second()
	if log.Writer() != io.Writer(&b) {
		t.Error("the logger stays silent")
	}
}
