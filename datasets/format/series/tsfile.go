package series

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// TS reads series in the .ts format of the aeon and sktime libraries.
var TS = format.Format{Name: "a .ts file", Kind: data.Table, Family: "time series", Shown: ".ts", Channels: true, Streams: true, Read: readTS,
	Extensions: []string{".ts"}, Looks: func(head []byte) format.Confidence {
		return announced(head, "problemname", "timestamps", "missing", "univariate", "dimension", "dimensions", "equallength", "serieslength", "classlabel", "targetlabel")
	}, Extent: tsExtent}

// announced recognises a text whose first line other than comments begins with
// @ and one of the words.
func announced(head []byte, words ...string) format.Confidence {
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' || line[0] == '%' {
			continue
		}
		word, _, _ := bytes.Cut(bytes.ToLower(bytes.ReplaceAll(line, []byte{'\t'}, []byte{' '})), []byte{' '})
		if line[0] == '@' && slices.Contains(words, string(word[1:])) {
			return format.ByContent
		}
		return format.No
	}
	return format.No
}

// maxSeriesLine is the maximum size in bytes of a series as text.
const maxSeriesLine = 1 << 28

// tsHeader holds the header of a .ts file, the lines before @data.
type tsHeader struct {
	dimensions int      // 0 if not stated
	classes    []string // nil without
	known      map[string]bool
	labelled   bool
	stamped    bool // each value comes with its time
	steps      tsSteps
	target     bool // the last value of a line is a number to predict
	unequal    bool // series are declared to differ in length
}

// readTS reads a file in the .ts format, each series as a segment.
func readTS(ctx context.Context, src *format.Source, to *format.Sink) error {
	if err := decodeTS(ctx, to, src.File, src.Reader()); err != nil {
		return err
	}
	return nil
}

// decodeTS decodes the text of a .ts file.
func decodeTS(ctx context.Context, to *format.Sink, f format.File, in io.Reader) error {
	path := f.Shown()
	scan := lex.NewScanner(in, ':')
	scan.MaxLine = maxSeriesLine
	at := func(err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s:%d: %w", path, scan.Next-1, err)
	}
	h, err := readTSHeader(scan)
	if err == io.EOF {
		return fmt.Errorf("%s has no @data line: it is not a .ts file, or was cut short", path)
	} else if err != nil {
		return at(err)
	}
	r, from := to.NewSeries(f), len(to.Recordings)
	for {
		line, err := scan.ReadLine()
		if err == io.EOF {
			if err := r.Finish(); err != nil {
				return err
			}
			h.steps.noteTimes(to, f.Base(), to.Recordings[from:])
			return nil
		} else if err != nil {
			return at(message.Reason(err))
		}
		if line = lex.Trim(line); len(line) == 0 || line[0] == '#' || line[0] == '%' {
			continue
		}
		series, err := h.parse(string(line))
		if err == nil && r.IsEmpty() {
			target := ""
			if h.target {
				target = "target"
			}
			if err := r.Begin(path, len(series.Channels), target); err != nil {
				return err
			}
			h.dimensions = len(series.Channels)
		}
		if err == nil {
			err = r.Add(scan.Next-1, series)
		}
		if err != nil {
			return at(err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// readTSHeader reads the lines up to @data.
func readTSHeader(scan *lex.Scanner) (*tsHeader, error) {
	h := &tsHeader{}
	for first := true; ; first = false {
		line, err := scan.ReadLine()
		if err != nil {
			return nil, err
		}
		if first {
			if line, err = lex.CheckEncoding(line); err != nil {
				return nil, err
			}
		}
		words := strings.Fields(message.Clean(string(line[:min(len(line), lex.MaxRecord)])))
		if len(words) == 0 || words[0][0] == '#' || words[0][0] == '%' {
			continue
		}
		if words[0][0] != '@' {
			return nil, errors.New("a header line must begin with @, and @data must come before the series")
		}
		if done, err := h.add(strings.ToLower(words[0][1:]), words[1:]); done || err != nil {
			return h, err
		}
	}
}

// add parses a line of the header; done reports that it is the last.
func (h *tsHeader) add(key string, values []string) (done bool, err error) {
	yes := len(values) > 0 && strings.EqualFold(values[0], "true")
	switch key {
	case "data":
		return true, nil
	case "timestamps":
		h.stamped = yes
	case "dimensions", "dimension":
		if len(values) > 0 {
			if h.dimensions, err = strconv.Atoi(values[0]); err != nil || h.dimensions < 1 || h.dimensions > data.MaxInputs {
				return false, fmt.Errorf("@dimensions %q is not a number of dimensions", message.Shorten(values[0], 40))
			}
		}
	case "classlabel":
		if h.labelled = yes; yes {
			h.classes, h.known = values[1:], map[string]bool{}
			for _, class := range h.classes {
				h.known[class] = true
			}
		}
	case "targetlabel":
		h.target = yes
	case "equallength":
		h.unequal = !yes
	}
	return false, nil
}

// parse parses a series: its dimensions, separated by colons, and its label.
func (h *tsHeader) parse(line string) (format.Sample, error) {
	s := format.Sample{Target: math.NaN(), Labelled: h.labelled}
	if h.stamped || line[0] == '(' {
		err := h.parseStamped(&s, line)
		return s, err
	}
	parts := strings.Split(line, ":")
	if h.labelled || h.target {
		last := strings.TrimSpace(parts[len(parts)-1])
		parts = parts[:len(parts)-1]
		if err := h.setLabel(&s, last); err != nil {
			return s, err
		}
	}
	if len(parts) == 0 || h.dimensions > 0 && len(parts) != h.dimensions {
		return s, fmt.Errorf("the series has %s, but the header or the previous series has %d: each line must have the same number, separated by colons, then the label",
			message.Counted(len(parts), "dimension"), max(h.dimensions, 1))
	}
	for c, part := range parts {
		x, err := tsValues(part)
		if err != nil {
			return s, fmt.Errorf("dimension %d: %w", c+1, err)
		}
		s.Channels = append(s.Channels, x)
	}
	return s, nil
}

// setLabel sets the label or the target from the last part of a line.
func (h *tsHeader) setLabel(s *format.Sample, text string) error {
	if text == "?" {
		text = ""
	}
	if h.target {
		d := lex.Decimal{}
		var err error
		if s.Target, err = d.Parse([]byte(text)); err != nil {
			return fmt.Errorf("the target %q is not a number: each line must end with a colon and the number to predict", message.Shorten(message.Clean(text), 40))
		}
		return nil
	}
	s.Label = message.Clean(text)
	if len(h.classes) > 0 && s.Label != "" && !h.known[s.Label] {
		return fmt.Errorf("the label %q is not one of those in @classLabel (%s): correct one of them", message.Shorten(s.Label, 40), message.List(h.classes))
	}
	return nil
}

// tsValues parses the values of a dimension; NaN for missing ones.
func tsValues(text string) ([]float64, error) {
	d := lex.Decimal{}
	x := make([]float64, 0, strings.Count(text, ",")+1)
	for cell := range strings.SplitSeq(text, ",") {
		cell = strings.TrimSpace(cell)
		v, err := d.Parse([]byte(cell))
		switch err {
		case nil:
		case lex.ErrMissing, lex.ErrEmpty:
			v = math.NaN()
		default:
			return nil, fmt.Errorf("value %d, %q, is not a finite number: correct it or leave the series out", len(x)+1, message.Shorten(message.Clean(cell), 40))
		}
		x = append(x, v)
	}
	return x, nil
}

// tsSteps holds the time steps between the values of series with time stamps.
type tsSteps struct {
	first  float64 // 0 for none
	bare   bool    // the stamps are numbers without a known unit
	uneven int     // series with other steps
}

// add adds the time stamps of a series.
func (s *tsSteps) add(times []float64) {
	for i := 1; i < len(times); i++ {
		d := times[i] - times[i-1]
		if s.first == 0 {
			s.first = d
		}
		if math.Abs(d-s.first) > math.Abs(s.first)/1000 {
			s.uneven++
			return
		}
	}
}

// noteTimes notes the time stamps and sets the rate of recordings.
func (s *tsSteps) noteTimes(to *format.Sink, base string, recordings []*data.Recording) {
	switch {
	case s.first == 0:
		return
	case s.uneven > 0:
		to.Note("%s: the time stamps are left out: those of %d series are not evenly spaced as the first ones are", base, s.uneven)
		return
	case s.bare || s.first < 0:
		to.Note("%s: the time stamps are left out: a value every %s, whose length is not known", base, format.Units(s.first))
		return
	}
	to.Note("%s: by the time stamps a value every %s", base, message.Duration(s.first))
	to.SetRate(base, 1/s.first)
	for _, r := range recordings {
		r.Rate = 1 / s.first
	}
}

// parseStamped parses a series of pairs, (time,value), in dimensions separated
// by colons.
func (h *tsHeader) parseStamped(s *format.Sample, line string) error {
	var x, times []float64
	for rest := line; ; {
		pair, after, ok := strings.Cut(strings.TrimPrefix(rest, "("), ")")
		at := strings.LastIndexByte(pair, ',')
		if rest == "" || rest[0] != '(' || !ok || at < 0 {
			return fmt.Errorf("%q is not a pair of a time and a value in parentheses", message.Shorten(message.Clean(rest), 40))
		}
		v, err := tsValues(pair[at+1:])
		if err != nil {
			return err
		}
		moment, err := h.stamp(strings.TrimSpace(pair[:at]))
		if err != nil {
			return err
		}
		x, times = append(x, v[0]), append(times, moment)
		after = strings.TrimSpace(after)
		if rest, ok = strings.CutPrefix(after, ","); ok {
			rest = strings.TrimSpace(rest)
			continue
		}
		h.steps.add(times)
		s.Channels = append(s.Channels, x)
		rest = strings.TrimSpace(strings.TrimPrefix(after, ":"))
		if strings.HasPrefix(rest, "(") {
			x, times = nil, nil
			continue
		}
		if h.dimensions > 0 && len(s.Channels) != h.dimensions {
			return fmt.Errorf("the series has %s, but the header or the previous series has %d", message.Counted(len(s.Channels), "dimension"), h.dimensions)
		}
		if h.labelled || h.target {
			return h.setLabel(s, rest)
		}
		return nil
	}
}

// stamp parses a time: a date, a time of day, both, or a number.
func (h *tsHeader) stamp(text string) (float64, error) {
	if seconds, form := lex.ParseTime([]byte(text), false); form != lex.NoTime {
		return seconds, nil
	}
	h.steps.bare = true
	x, err := (&lex.Decimal{}).Parse([]byte(text))
	if err != nil {
		return 0, fmt.Errorf("the time stamp %q is neither a date nor a number", message.Shorten(message.Clean(text), 40))
	}
	return x, nil
}
