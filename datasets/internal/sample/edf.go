package sample

import (
	"fmt"
	"strings"
)

// EDF describes an EDF file to build.
type EDF struct {
	Version, kind string
	Records       int
	Duration      string
	Labels        []string
	Samples       []int
	Limits        [4]string // physical and digital, the same for all signals
	Body          []byte
}

func (f EDF) Build() string {
	var b strings.Builder
	put := func(width int, value any) {
		fmt.Fprintf(&b, "%-*v", width, value)
	}
	version := f.Version
	if version == "" {
		version = "0"
	}
	ns := len(f.Labels)
	b.WriteString(version + strings.Repeat(" ", 8-len(version)))
	put(176, "someone")
	put(8, 256*(ns+1))
	put(44, f.kind)
	put(8, f.Records)
	put(8, f.Duration)
	put(4, ns)
	for _, field := range []int{16, 80, 8, 8, 8, 8, 8, 80, 8, 32} {
		for i := range ns {
			var value any = ""
			switch {
			case field == 16:
				value = f.Labels[i]
			case field == 8 && len(b.String())-256 >= 256*ns-40*ns:
				value = f.Samples[i]
			case field == 8:
				value = ""
			}
			put(field, value)
		}
	}
	text := []byte(b.String())
	for i := range ns {
		for k, limit := range f.Limits {
			copy(text[256+ns*(104+8*k)+8*i:], fmt.Sprintf("%-8s", limit))
		}
	}
	return string(text) + string(f.Body)
}

// EDFTest returns two records of one second with two signals at 4 Hz, one at 2
// Hz and annotations.
func EDFTest(kind string, second string) EDF {
	annotation := func(text string) []byte { return append([]byte(text), make([]byte, 16-len(text))...) }
	f := EDF{kind: kind, Records: 2, Duration: "1", Labels: []string{"EEG A", "Temp", "EEG A", "EDF Annotations"}, Samples: []int{4, 2, 4, 8},
		Limits: [4]string{"-100", "100", "-1000", "1000"}}
	for k, onset := range []string{"+0\x14\x14", second + "\x14\x14"} {
		f.Body = append(f.Body, Pack("<i2", float64(10*k), float64(10*k+1), -2, 1000)...)
		f.Body = append(f.Body, Pack("<i2", 7, 8)...)
		f.Body = append(f.Body, Pack("<i2", 5, 6, 7, float64(8+k))...)
		f.Body = append(f.Body, annotation(onset)...)
	}
	return f
}
