package chart

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/sfatui/ui/clean"
	"github.com/charmbracelet/x/ansi"
)

func sgr(role Role, s clean.Text) clean.Text {
	return clean.Sprintf("\x1b[38;5;%dm%s\x1b[0m", 16+role, s)
}

// checkPlot checks a plot at a size, as required for every plot and size.
func checkPlot(t *testing.T, p Plot, w, h int) {
	t.Helper()
	checkPicture(t, p, p.ASCII, w, h)
}

// picture is anything that can be rendered.
type picture interface {
	Render(w, h int, paint Paint) []clean.Text
}

// checkPicture checks a picture at a size, as required for every picture and size.
func checkPicture(t *testing.T, p picture, ascii bool, w, h int) {
	t.Helper()
	plain, painted := p.Render(w, h, nil), p.Render(w, h, sgr)
	if len(plain) != max(h, 0) || len(painted) != max(h, 0) {
		t.Fatalf("%d×%d: %d lines, %d painted, want %d", w, h, len(plain), len(painted), h)
	}
	for i := range plain {
		line, styled := string(plain[i]), string(painted[i])
		switch {
		case ansi.StringWidth(line) > max(w, 0) || ansi.StringWidth(styled) > max(w, 0):
			t.Fatalf("%d×%d: line %d is %d cells wide: %q", w, h, i, ansi.StringWidth(line), line)
		case strings.HasSuffix(line, " "):
			t.Fatalf("%d×%d: line %d ends in a blank: %q", w, h, i, line)
		case ansi.Strip(styled) != line:
			t.Fatalf("%d×%d: line %d differs when painted: %q, plain %q", w, h, i, styled, line)
		case !utf8.ValidString(line):
			t.Fatalf("%d×%d: line %d is not UTF-8: %q", w, h, i, line)
		}
		for _, r := range line {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || ascii && r > '~' {
				t.Fatalf("%d×%d: line %d holds %q: %q", w, h, i, r, line)
			}
		}
	}
}

// numbers are values that often cause faults.
var numbers = []float64{0, 1, -1, 0.5, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64,
	math.SmallestNonzeroFloat64, 1e-310, 1e300, -1e300, 1e-300, 1, 1 + 1e-15, 1e5, 99999.7, 0.00999, 123456789, math.Copysign(0, -1)}

// plotFrom builds a plot from bytes: few bytes produce a few difficult values.
func plotFrom(data []byte, flags uint16, label string) Plot {
	text := clean.Of(label)
	next := func() float64 {
		switch {
		case len(data) == 0:
			return 0
		case data[0] < 200 || len(data) < 9:
			v := numbers[int(data[0])%len(numbers)]
			data = data[1:]
			return v
		case data[0] < 240:
			v := float64(data[1]) * math.Pow10(int(int8(data[2])%12))
			data = data[3:]
			return v
		}
		v := math.Float64frombits(binary.LittleEndian.Uint64(data[1:]))
		data = data[9:]
		return v
	}
	flag := func(bit int) bool { return flags>>bit&1 != 0 }
	p := Plot{LogX: flag(0), LogY: flag(1), ASCII: flag(2)}
	if flag(3) {
		p.Title, p.YLabel, p.XLabel = text, text, text
	}
	if flag(4) {
		p.XLabel = "σ"
	}
	if flag(5) {
		p.Best = &Mark{X: next(), Y: next(), Elsewhere: text}
	}
	if flag(6) {
		p.Here = &Mark{X: next(), Y: next()}
	}
	if flag(7) {
		p.Lines = []Line{{Y: next(), Label: text}, {Y: next(), Label: "one", Role: Bad}}
	}
	for n := int(flags >> 8 & 15); n > 0; n-- {
		s := Series{Name: text}
		for i := 0; len(data) > 0 && i < 3+int(flags>>12)*9; i++ {
			s.X, s.Y = append(s.X, next()), append(s.Y, next())
			if flag(8) {
				s.Err = append(s.Err, next())
			}
			s.Bad, s.Ticked = append(s.Bad, i%3 == 1), append(s.Ticked, i%5 == 1)
		}
		s.Context = n%3 == 1
		p.Series, p.Faces = append(p.Series, s), append(p.Faces, 3*n)
	}
	if len(data) > 1 {
		p.Range = []float64{next(), next()}
	}
	return p
}

var texts = []string{"", "λ=1e-7", "a rather long name of a series", "\x1b[31mred\x1b[0m\nline\ttab", "漢字カナ", "K̄ and e\u0301",
	"\u202eevil", "🇩🇪🇫🇷", "\xff\xfe", "👩\u200d👩\u200d👧", "\u0301", "\x9b31m", "☆\ufe0f", "각ᄀ"}

func TestEverySize(t *testing.T) {
	plots := []Plot{{}, sweepPlot(), spreadPlot(), lambdaPlot(), densePlot(), partialPlot(), asciiPlot()}
	for w := -1; w <= 26; w++ {
		for h := -1; h <= 18; h++ {
			checkPlot(t, plots[(w*7+h+8)%len(plots)], w, h)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		checkPlot(t, plots[rng.IntN(len(plots))], rng.IntN(201), rng.IntN(61))
	}
}

func TestEveryNumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		data := make([]byte, rng.IntN(120))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		w, h := rng.IntN(60), rng.IntN(24)
		if rng.IntN(20) == 0 {
			w, h = rng.IntN(201), rng.IntN(61)
		}
		checkPlot(t, plotFrom(data, uint16(rng.Uint32()), texts[rng.IntN(len(texts))]), w, h)
	}
}

func FuzzRender(f *testing.F) {
	for i, text := range texts {
		f.Add(uint8(38), uint8(12), []byte{1, 2, 3, byte(i), 5, 6, 7, 8}, uint16(0x2f00+i*37), text)
	}
	f.Fuzz(func(t *testing.T, w, h uint8, data []byte, flags uint16, text string) {
		checkPlot(t, plotFrom(data, flags, text), int(w%201), int(h%61))
	})
}

// Render does not sort, scale or clamp the caller's data.
func TestDataUntouched(t *testing.T) {
	p, q := partialPlot(), partialPlot()
	p.Series[0].Y[3], q.Series[0].Y[3] = math.Inf(1), math.Inf(1)
	first := p.Render(60, 15, nil)
	if !reflect.DeepEqual(p, q) {
		t.Errorf("the plot has changed: %v", p)
	}
	if again := p.Render(60, 15, nil); !slices.Equal(first, again) {
		t.Error("the same plot is drawn differently the second time")
	}
}

func TestSummary(t *testing.T) {
	for want, p := range map[clean.Text]Plot{
		"accuracy best 0.95 at 15.8": {YLabel: "accuracy", Best: &Mark{X: 15.8, Y: 0.95}, Series: sweepPlot().Series},
		"accuracy 0.5 to 0.9":        partialPlot(),
		"no points":                  {},
		"φ 2":                        {Title: "φ", Series: []Series{{X: []float64{1}, Y: []float64{2}}}},
	} {
		if got := p.Render(40, 1, nil)[0]; got != want {
			t.Errorf("summary %q, want %q", got, want)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	p := sweepPlot()
	b.ReportAllocs()
	for b.Loop() {
		p.Render(65, 14, sgr)
	}
}

// A word axis shows the names of its places, cut to equal widths.
func TestNamesOnTheAxis(t *testing.T) {
	p := Plot{XLabel: "method", Names: []clean.Text{"random", "principal components", "sfa"}, Series: []Series{{X: []float64{0, 1, 2}, Y: []float64{3, 2, 1}}}}
	for _, want := range []string{"random", "princip", "sfa"} {
		if got := string(clean.Join(p.Render(40, 12, nil), "\n")); !strings.Contains(got, want) {
			t.Errorf("%q is not on the axis:\n%s", want, got)
		}
	}
	p.Here = &Mark{X: 1, Y: 2}
	for w := range 60 {
		for _, line := range p.Render(w, 12, nil) {
			if width(line) > w {
				t.Fatalf("%q is wider than %d", line, w)
			}
		}
	}
}
