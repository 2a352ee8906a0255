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

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// EDF are recordings of the European Data Format, and of BioSemi.
var EDF = format.Format{Name: "an EDF file", Kind: data.Table, Family: "time series", Shown: ".edf", Columns: true, Read: readEDF,
	Extensions: []string{".edf", ".bdf"}, Magic: []string{"0       ", "\xffBIOSEMI"}, Extent: edfExtent}

// readEDF reads the signals of an EDF or BDF file that have one rate, each as
// an input.
func readEDF(ctx context.Context, src *format.Source, to *format.Sink) error {
	fr, notes, err := decodeEDF(ctx, to, src, src.Len())
	if err != nil {
		return src.Fail(err)
	}
	fr.Path = src.Shown()
	for _, note := range notes {
		to.Note("%s: %s", src.Base(), note)
	}
	return to.Frame(ctx, fr, src.File)
}

// decodeEDF decodes a file of size bytes and says what is left out.
func decodeEDF(ctx context.Context, to *format.Sink, r io.ReaderAt, size int64) (*format.Frame, []string, error) {
	h, err := readEDFHeader(r, size)
	if err != nil {
		return nil, nil, err
	}
	chosen, notes := h.choose()
	if len(chosen) == 0 {
		return nil, nil, errors.New("no signal has samples: there is nothing to read")
	}
	per := chosen[0].samples
	fr := &format.Frame{Rows: h.records * per}
	for _, s := range chosen {
		fr.Names = append(fr.Names, s.label)
	}
	if h.duration > 0 {
		fr.Rate = float64(per) / h.duration
	}
	if err := to.Hold(fr.Rows*len(chosen), "the recording"); err != nil {
		return nil, nil, err
	}
	if fr.X, err = to.Store.Floats(fr.Rows * len(chosen)); err != nil {
		return nil, nil, err
	}
	buf := make([]byte, h.record)
	onset := math.NaN()
	for k := range h.records {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if _, err := r.ReadAt(buf, h.size+int64(k)*int64(h.record)); err != nil {
			return nil, nil, fmt.Errorf("cannot read record %d: %w", k+1, err)
		}
		if h.broken {
			at := h.onset(buf)
			if gap := at - onset - h.duration; math.Abs(gap) > h.duration/float64(2*per) {
				fr.Breaks = append(fr.Breaks, k*per)
			}
			onset = at
		}
		for c, s := range chosen {
			h.decode(fr.X[k*per*len(chosen)+c:], len(chosen), s, buf)
		}
	}
	if fr.Breaks != nil {
		notes = append(notes, fmt.Sprintf("%s in the recording, at which segments end", message.Counted(len(fr.Breaks), "gap")))
	}
	return fr, notes, nil
}

// decode writes a signal's samples in a record to every step-th place of x.
func (h *edfHeader) decode(x []float64, step int, s *edfSignal, record []byte) {
	b := record[s.offset:]
	for i := range s.samples {
		var v int32
		if h.width == 2 {
			v = int32(int16(uint16(b[2*i]) | uint16(b[2*i+1])<<8))
		} else {
			v = int32(uint32(b[3*i])<<8|uint32(b[3*i+1])<<16|uint32(b[3*i+2])<<24) >> 8
		}
		x[i*step] = s.base + s.gain*float64(v)
	}
}

// choose are the signals of the rate that most have, the highest of equals,
// under names of their own, and what is to be said of the others.
func (h *edfHeader) choose() (chosen []*edfSignal, notes []string) {
	count := map[int]int{}
	best := 0
	var annotations int
	for _, s := range h.signals {
		if s.isAnnotation() {
			annotations++
			continue
		}
		if n := s.samples; n > 0 {
			count[n]++
			if count[n] > count[best] || count[n] == count[best] && n > best {
				best = n
			}
		}
	}
	var others, raw, names []string
	for i := range h.signals {
		s := &h.signals[i]
		switch {
		case s.isAnnotation():
		case s.samples != best || best == 0:
			others = append(others, fmt.Sprintf("%s (%s)", s.label, h.describeRate(s.samples)))
		default:
			label := s.label
			for n := 2; slices.Contains(names, s.label); n++ {
				s.label = label + " " + strconv.Itoa(n)
			}
			names = append(names, s.label)
			chosen = append(chosen, s)
			if s.raw {
				raw = append(raw, s.label)
			}
		}
	}
	if others != nil {
		notes = append(notes, fmt.Sprintf("signals of another rate than %s left out: %s", h.describeRate(best), message.List(others)))
	}
	if annotations > 0 {
		notes = append(notes, "annotations left out")
	}
	if raw != nil {
		notes = append(notes, "no calibration, digital values: "+message.List(raw))
	}
	return chosen, notes
}

// describeRate is the rate of a signal with so many samples in a record.
func (h *edfHeader) describeRate(samples int) string {
	if h.duration == 0 {
		return message.Counted(samples, "sample") + " a record"
	}
	return fmt.Sprintf("%.6g Hz", float64(samples)/h.duration)
}

// onset is when a record begins, in seconds, as its first annotation says; NaN
// if none does.
func (h *edfHeader) onset(record []byte) float64 {
	for _, s := range h.signals {
		if !s.isAnnotation() {
			continue
		}
		text := record[s.offset : s.offset+s.samples*h.width]
		if i := bytes.IndexAny(text, "\x14\x15"); i > 0 {
			if x, err := edfNumber(text[:i]); err == nil {
				return x
			}
		}
	}
	return math.NaN()
}
