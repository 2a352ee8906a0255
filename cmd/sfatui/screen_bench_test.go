package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// somePoints matches the beginning of the progress line when points are
// finished.
var somePoints = regexp.MustCompile(`[1-9][0-9]*/[0-9,]+ fits`)

// untilPoints waits for the first computed points.
func (s *screen) untilPoints() { s.within(time.Minute, somePoints.MatchString) }

// longSweep keeps all processors busy for longer than any measurement.
var longSweep = []string{"vowels", "--start", "--sigma", "log:0.5:50:60", "--m", "1000", "--folds", "3"}

// screenSizes lists the sizes of the measured screens.
var screenSizes = [][2]int{{80, 24}, {200, 50}}

// BenchmarkFirstFrame measures the time from the start of the process to a
// frame.
func BenchmarkFirstFrame(b *testing.B) {
	path := builtBinary(b)
	for b.Loop() {
		s := onScreen(b, path, 80, 24)
		s.until(func(shown string) bool { return strings.Contains(shown, "vowels") })
		s.end()
	}
}

// BenchmarkFirstPoint measures the time from the start of the process to the
// first point of the default sweep on the screen.
func BenchmarkFirstPoint(b *testing.B) {
	path := builtBinary(b)
	for b.Loop() {
		s := onScreen(b, path, 80, 24)
		s.untilPoints()
		s.end()
	}
}

// BenchmarkKeyToFrame measures the time from a key to its frame, while a sweep
// keeps all processors busy: another page and back.
func BenchmarkKeyToFrame(b *testing.B) {
	path := builtBinary(b)
	for _, size := range screenSizes {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			s := onScreen(b, path, size[0], size[1], longSweep...)
			s.untilPoints()
			var took []time.Duration
			timed := func(key string, ok func(shown string) bool) {
				start := time.Now()
				s.press(key)
				s.until(ok)
				took = append(took, time.Since(start))
			}
			// On wide screens other pages' titles are always shown, without the mark of the
			// page that keys go to.
			log := func(shown string) bool { return strings.Contains(shown, "▸9 log") }
			for b.Loop() {
				timed("l", log)
				timed("d", func(shown string) bool { return !log(shown) && strings.Contains(shown, "m preparation") })
			}
			reportSpread(b, took)
		})
	}
}

// BenchmarkEditorKey measures the time from a key in a field of the settings to its frame, for a
// sweep of 80,000 points, while the text of earlier keys is planned or its plan arrives.
func BenchmarkEditorKey(b *testing.B) {
	path := builtBinary(b)
	s := onScreen(b, path, 80, 24, "vowels", "--sigma", "log:0.5:50:400", "--lambda", "log:1e-9:1e-1:50", "--m", "100", "--readout", "lda", "--folds", "4")
	shows := func(text string) {
		s.within(time.Minute, func(shown string) bool { return strings.Contains(shown, text) })
	}
	shows("○ not started")
	s.press("s")
	shows("settings")
	s.press("jj\r") // the field m
	shows("enter keep")
	typed := map[string]*regexp.Regexp{"1": regexp.MustCompile(`(?m)› m +1001( |$)`), "\x7f": regexp.MustCompile(`(?m)› m +100( |$)`)}
	var took []time.Duration
	pause := 0
	for b.Loop() {
		for _, key := range []string{"1", "\x7f"} {
			start := time.Now()
			s.press(key)
			s.until(typed[key].MatchString)
			took = append(took, time.Since(start))
			pause = (pause + 170) % 1500
			<-time.After(time.Duration(pause) * time.Millisecond)
		}
	}
	reportSpread(b, took)
}

// reportSpread reports the median and the upper end of the times.
func reportSpread(b *testing.B, took []time.Duration) {
	slices.SortFunc(took, cmp.Compare[time.Duration])
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "ms/median")
	b.ReportMetric(ms(took[len(took)*95/100]), "ms/95%")
	b.ReportMetric(ms(took[len(took)*99/100]), "ms/99%")
	b.ReportMetric(ms(took[len(took)-1]), "ms/most")
}

// detailOf matches the title of the detail pane with its point.
var detailOf = regexp.MustCompile(`detail +◉[^─]*`)

// BenchmarkDetailFrame measures the time from a key that moves the cursor in
// the table of points to the frame whose detail pane shows another point, while
// a sweep keeps all processors busy. It counts the keys that take longer than
// 150 ms.
func BenchmarkDetailFrame(b *testing.B) {
	path := builtBinary(b)
	for _, size := range screenSizes {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			s := onScreen(b, path, size[0], size[1], longSweep...)
			s.within(time.Minute, regexp.MustCompile(`([4-9]|[1-9][0-9]+)/[0-9,]+ fits`).MatchString)
			if size[0] < 110 {
				s.press("i") // the pane is not shown by default at this size
			}
			s.until(detailOf.MatchString)
			now := func() string {
				_, shown := s.now()
				return detailOf.FindString(shown)
			}
			var took []time.Duration
			late := 0
			for b.Loop() {
				for _, key := range []string{"G", "k", "g", "j"} {
					before, start := now(), time.Now()
					s.press(key)
					s.until(func(shown string) bool { is := detailOf.FindString(shown); return is != "" && is != before })
					took = append(took, time.Since(start))
					if took[len(took)-1] > 150*time.Millisecond {
						late++
					}
				}
			}
			s.until(func(shown string) bool { return strings.Contains(shown, "running") })
			reportSpread(b, took)
			b.ReportMetric(float64(late), "late")
			b.ReportMetric(float64(len(took)), "keys")
		})
	}
}

// BenchmarkBytes counts the bytes that the program writes per second during a
// sweep without keys, which a slow connection must carry.
func BenchmarkBytes(b *testing.B) {
	path := builtBinary(b)
	for _, size := range screenSizes {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			s := onScreen(b, path, size[0], size[1], longSweep...)
			s.untilPoints()
			var bytes int
			var total time.Duration
			for b.Loop() {
				s.mu.Lock()
				from := s.bytes
				s.mu.Unlock()
				start := time.Now()
				<-time.After(5 * time.Second)
				s.mu.Lock()
				bytes += s.bytes - from
				s.mu.Unlock()
				total += time.Since(start)
			}
			b.ReportMetric(float64(bytes)/total.Seconds()/1000, "kB/s")
		})
	}
}
