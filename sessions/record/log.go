package record

import (
	"slices"

	"example.com/sfatui/datasets/message"
)

// Level is the importance of a line of the log.
type Level int

// The levels, the lowest first.
const (
	Stage     Level = iota // a stage of the sweep, or the whole sweep, finished as planned
	Happening              // an action of a person, an advisor or a writer
	Problem                // a failure, an early end or a conflict
)

// LogLine is a line of the log; T is in milliseconds since the session's
// creation.
type LogLine struct {
	T     int64
	Level Level
	Text  string
}

// maxLog is the maximum number of lines of a level, so that a long sweep's
// stages displace no problem.
const maxLog = 200

// log appends a line. It replaces the oldest of its level if there are too
// many.
func (s *State) log(t int64, level Level, text string) {
	oldest, lines := -1, 0
	for i := range s.Log {
		if s.Log[i].Level != level {
			continue
		}
		if oldest < 0 {
			oldest = i
		}
		lines++
	}
	line := LogLine{t, level, message.Clean(text)}
	switch {
	case lines < maxLog && s.own:
		s.Log = append(s.Log, line)
	case lines < maxLog:
		s.Log = append(slices.Clip(s.Log), line)
	case s.own:
		s.Log = append(slices.Delete(s.Log, oldest, oldest+1), line)
	default:
		s.Log = append(slices.Concat(s.Log[:oldest], s.Log[oldest+1:]), line)
	}
}
