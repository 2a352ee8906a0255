package control

import (
	"strings"
	"testing"
	"time"

	"example.com/sfatui/sessions/journal"
)

// 3 s of processors in 2 s are 1.5 processors; a process that has ended leaves only memory; a
// sample within a second of the last changes nothing.
func TestMeter(t *testing.T) {
	var m Meter
	at := time.Unix(1000, 0)
	sample := func(after time.Duration, processor time.Duration, memory int64, want string) {
		t.Helper()
		m.sample(at.Add(after), journal.Usage{Processor: processor, Memory: memory}, true)
		if !strings.HasPrefix(string(m.text), want) {
			t.Errorf("after %v: %q, want %q", after, m.text, want)
		}
	}
	sample(0, 10*time.Second, 64<<20, "64 MiB")
	sample(2*time.Second, 13*time.Second, 64<<20, "1.5 of ")
	sample(2500*time.Millisecond, 20*time.Second, 64<<20, "1.5 of ")
	sample(4*time.Second, time.Second, 32<<20, "32 MiB")
	if m.sample(at, journal.Usage{}, false); m.text != "" {
		t.Errorf("without a process: %q", m.text)
	}
}
