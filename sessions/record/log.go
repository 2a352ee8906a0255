package record

import (
	"slices"

	"example.com/sfatui/datasets/message"
)

// Level is how much a line of the log matters.
type Level int

// The levels, the least first.
const (
	Stage     Level = iota // a stage of the sweep was finished, or all of it as planned
	Happening              // what a person, an advisor or a writer did
	Problem                // what failed, ended early, or disagrees
)

// LogLine is something that happened, at T milliseconds since creation.
type LogLine struct {
	T     int64
	Level Level
	Text  string
}

// maxLog bounds the lines of a level, so that a long sweep's stages push no problem out.
const maxLog = 200

// log adds a line, in the place of the oldest of its level where there are too many.
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
