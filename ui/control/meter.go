package control

import (
	"runtime"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
)

// Meter measures the processors and the memory of the processes that compute a sweep on this
// machine.
type Meter struct {
	at   time.Time // of the last sample, zero for none
	last journal.Usage
	text clean.Text
}

// meterEvery is the time over which processors are averaged.
const meterEvery = time.Second

// measure takes the usage of the processes that write a sweep, while it runs.
func (m *Meter) measure(now time.Time, running bool, writing []record.Writing) {
	if !running {
		*m = Meter{}
		return
	}
	u, ok := journal.UsageOf(writing)
	m.sample(now, u, ok)
}

// sample records the usage at the given time; ok is false if it is unknown.
func (m *Meter) sample(now time.Time, u journal.Usage, ok bool) {
	if !ok {
		*m = Meter{}
		return
	}
	took := now.Sub(m.at)
	if !m.at.IsZero() && took < meterEvery {
		return
	}
	used := u.Processor - m.last.Processor
	m.text = clean.Of(sweep.FormatBytes(u.Memory))
	if !m.at.IsZero() && used >= 0 { // else a process has ended
		m.text = clean.Sprintf("%.1f of %d processors, ", used.Seconds()/took.Seconds(), runtime.NumCPU()) + m.text
	}
	m.at, m.last = now, u
}

// Text returns the processors and the memory of the running sweep in words; "" if it does not
// run on this machine.
func (m *Meter) Text() clean.Text { return m.text }
