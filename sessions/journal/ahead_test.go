package journal

import (
	"testing"
	"time"

	"example.com/sfatui/sessions/record"
)

// A writer whose clock is ahead, and whose journal is not there, is heard as far from now as its
// last record: it counts as dead unless that is a moment ago.
func TestWriterAheadWithoutJournal(t *testing.T) {
	now := time.Now()
	for ahead, heard := range map[time.Duration]bool{-time.Second: true, time.Second: true, 10 * time.Minute: false, 24 * time.Hour: false, -10 * time.Minute: false} {
		s := newSession(t, 3)
		s.origin.Created = now.Add(ahead)
		opened := record.Opened{Host: "node7", PID: 1, Heartbeat: record.Heartbeat.Seconds(), Task: &record.Task{I: 1, N: 2}}
		by := s.Processes().computing([]record.Writing{{Opened: opened, Writer: "w"}}, clocks{now, now})
		if (len(by) == 1) != heard {
			t.Errorf("a clock %v ahead: %+v", ahead, by)
		}
	}
}
