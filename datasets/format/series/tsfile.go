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

// TS are series in the .ts format of the aeon and sktime libraries.
var TS = format.Format{Name: "a .ts file", Kind: data.Table, Family: "time series", Shown: ".ts", Channels: true, Streams: true, Read: readTS,
	Extensions: []string{".ts"}, Looks: func(head []byte) format.Confidence {
		return announced(head, "problemname", "timestamps", "missing", "univariate", "dimension", "dimensions", "equallength", "serieslength", "classlabel", "targetlabel")
	}, Extent: tsExtent}

// announced tells a text by its first line that is no comment, @ and one of the
// words.
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

// maxSeriesLine is the most bytes that a series may take as text.
const maxSeriesLine = 1 << 28

// tsHeader is what the lines before @data of a .ts file say.
type tsHeader struct {
	dimensions int      // 0 if not said
	classes    []string // nil without
	known      map[string]bool
	labelled   bool
	target     bool // the last value of a line is a number to predict
	unequal    bool // series differ in length, as far as is said
}

// readTS reads a file in the .ts format of the aeon and sktime libraries, each
// series as a segment.
func readTS(ctx context.Context, src *format.Source, to *format.Sink) error {
	if err := decodeTS(ctx, to, src.File, src.Reader()); err != nil {
		return err
	}
	return nil
}

// decodeTS reads the text of a .ts file.
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
		return fmt.Errorf("%s has no @data line: it is no .ts file, or was cut short", path)
	} else if err != nil {
		return at(err)
	}
	r := to.NewSeries(f)
	for {
		line, err := scan.ReadLine()
		if err == io.EOF {
			return r.Finish()
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

// add takes a line of the header; done says that it is the last.
func (h *tsHeader) add(key string, values []string) (done bool, err error) {
	yes := len(values) > 0 && strings.EqualFold(values[0], "true")
	switch key {
	case "data":
		return true, nil
	case "timestamps":
		if yes {
			return false, errors.New("series with time stamps are not read: write values at even times, without stamps, and @timeStamps false")
		}
	case "dimensions", "dimension":
		if len(values) > 0 {
			if h.dimensions, err = strconv.Atoi(values[0]); err != nil || h.dimensions < 1 || h.dimensions > data.MaxInputs {
				return false, fmt.Errorf("@dimensions %q is no number of dimensions", message.Shorten(values[0], 40))
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

// parse reads a series: its dimensions, divided by colons, and what they are
// labelled with.
func (h *tsHeader) parse(line string) (format.Sample, error) {
	s := format.Sample{Target: math.NaN(), Labelled: h.labelled}
	if line[0] == '(' {
		return s, errors.New("series with time stamps are not read: write values at even times, without stamps")
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
		return s, fmt.Errorf("the series has %s, but the header or the series before it %d: each line must have as many, divided by colons, then the label",
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

// setLabel takes the last part of a line.
func (h *tsHeader) setLabel(s *format.Sample, text string) error {
	if text == "?" {
		text = ""
	}
	if h.target {
		d := lex.Decimal{}
		var err error
		if s.Target, err = d.Parse([]byte(text)); err != nil {
			return fmt.Errorf("the target %q is no number: each line must end with a colon and the number to predict", message.Shorten(message.Clean(text), 40))
		}
		return nil
	}
	s.Label = message.Clean(text)
	if len(h.classes) > 0 && s.Label != "" && !h.known[s.Label] {
		return fmt.Errorf("the label %q is none of those of @classLabel (%s): correct one of them", message.Shorten(s.Label, 40), message.List(h.classes))
	}
	return nil
}

// tsValues reads the values of a dimension; what is missing is NaN.
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
			return nil, fmt.Errorf("value %d, %q, is no finite number: correct it or leave the series out", len(x)+1, message.Shorten(message.Clean(cell), 40))
		}
		x = append(x, v)
	}
	return x, nil
}
