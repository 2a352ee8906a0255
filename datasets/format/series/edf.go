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

// EDF reads recordings of the European Data Format, and of BioSemi.
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

// decodeEDF decodes a file of size bytes, and returns notes on what is left
// out.
func decodeEDF(ctx context.Context, to *format.Sink, r io.ReaderAt, size int64) (*format.Frame, []string, error) {
	h, err := readEDFHeader(r, size)
	if err != nil {
		return nil, nil, err
	}
	choice, err := h.choose(to.Columns)
	if err != nil {
		return nil, nil, err
	}
	chosen, notes := choice.inputs, choice.notes
	if len(chosen) == 0 && len(choice.triggers) > 0 {
		return nil, nil, fmt.Errorf("only triggers have samples; use one as an input with --columns %s", message.Quote([]string{choice.triggers[0].label}))
	} else if len(chosen) == 0 {
		return nil, nil, errors.New("no signal has samples: there is nothing to read; export the recording again")
	}
	per := choice.samples
	fr := &format.Frame{Rows: h.records * per, Unread: choice.unread}
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
	for _, s := range choice.triggers {
		if err := to.Hold(fr.Rows, "the recording"); err != nil {
			return nil, nil, err
		}
		fr.Further = append(fr.Further, format.Column{Name: s.label, Numbers: make([]float64, fr.Rows)})
	}
	buf := make([]byte, h.record)
	onset, annotations := math.NaN(), 0
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
		for c, s := range choice.triggers {
			h.decode(fr.Further[c].Numbers[k*per:], 1, s, buf)
		}
		annotations += h.annotations(buf)
	}
	if fr.Breaks != nil {
		notes = append(notes, fmt.Sprintf("%s in the recording, at which segments end", message.Counted(len(fr.Breaks), "gap")))
	}
	if annotations > 0 {
		notes = append(notes, message.Counted(annotations, "annotation")+" left out: to use them as labels, export the recording with them as a table")
	}
	return fr, notes, nil
}

// annotations returns the number of texts in a record.
func (h *edfHeader) annotations(record []byte) int {
	n := 0
	for _, s := range h.signals {
		if !s.isAnnotation() {
			continue
		}
		for _, list := range bytes.Split(record[s.offset:s.offset+s.samples*h.width], []byte{0}) {
			for i, text := range bytes.Split(list, []byte{0x14}) {
				if i > 0 && len(text) > 0 { // after the onset
					n++
				}
			}
		}
	}
	return n
}

// decode writes a signal's samples in a record to every step-th element of x.
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

// edfChoice is the selection of a file's signals.
type edfChoice struct {
	samples  int // of each signal in a record
	inputs   []*edfSignal
	triggers []*edfSignal // available for a role, but not inputs
	unread   []string     // the labels of the others
	notes    []string     // on the others
}

// choose returns the signals of one rate: that of the requested columns, else
// the most frequent one, the highest of equals. Triggers are inputs only on
// request.
func (h *edfHeader) choose(asked format.Columns) (c edfChoice, err error) {
	h.nameApart()
	if c.samples, err = h.chooseRate(asked); err != nil {
		return c, err
	}
	var others, raw, triggers []string
	for i := range h.signals {
		s := &h.signals[i]
		switch {
		case s.isAnnotation():
			c.unread = append(c.unread, s.label)
		case s.samples != c.samples || c.samples == 0:
			if slices.Contains(asked.Of[:], s.label) {
				return c, message.Usagef("the signal %s has %s, but the inputs have %s: select inputs of its rate with --columns, or resample the recording to one rate with another program",
					s.label, h.describeRate(s.samples), h.describeRate(c.samples))
			}
			if c.unread = append(c.unread, s.label); asked.Drops(s.label) {
				continue
			}
			others = append(others, fmt.Sprintf("%s (%s)", s.label, h.describeRate(s.samples)))
		case s.isTrigger() && !slices.Contains(asked.Inputs, s.label):
			c.triggers = append(c.triggers, s)
			if !asked.Names(s.label) {
				triggers = append(triggers, s.label)
			}
		default:
			c.inputs = append(c.inputs, s)
			if s.raw {
				raw = append(raw, s.label)
			}
		}
	}
	if others != nil {
		c.notes = append(c.notes, fmt.Sprintf("signals with a rate other than %s left out: %s; read one of them with --columns", h.describeRate(c.samples), message.List(others)))
	}
	if triggers != nil {
		c.notes = append(c.notes, fmt.Sprintf("triggers are not inputs: %s; cut at their changes with --cut-by, or use them with --columns", message.List(triggers)))
	}
	if h.unclaimed > 0 {
		c.notes = append(c.notes, fmt.Sprintf("%s more than the header claims: all %d are read", message.Counted(h.unclaimed, "record"), h.records))
	}
	if h.torn > 0 {
		c.notes = append(c.notes, fmt.Sprintf("%s after the last complete record left out: the last record was cut short, or something else was added", message.Counted(h.torn, "byte")))
	}
	if raw != nil {
		c.notes = append(c.notes, "no calibration, digital values: "+message.List(raw))
	}
	return c, nil
}

// nameApart numbers signals with equal labels, so that names are unique.
func (h *edfHeader) nameApart() {
	taken, last := map[string]bool{}, map[string]int{} // last is the last number appended to a label
	for i := range h.signals {
		s := &h.signals[i]
		if s.isAnnotation() {
			continue
		}
		label := s.label
		for n := max(last[label]+1, 2); taken[s.label]; n++ {
			s.label, last[label] = label+" "+strconv.Itoa(n), n
		}
		taken[s.label] = true
	}
}

// chooseRate returns the number of samples per record of the signals to read.
func (h *edfHeader) chooseRate(asked format.Columns) (int, error) {
	count := map[int]int{}
	best, trigger := 0, 0
	var first *edfSignal // the first requested one
	for i := range h.signals {
		s := &h.signals[i]
		switch {
		case s.isAnnotation() || s.samples == 0:
		case slices.Contains(asked.Inputs, s.label):
			if first != nil && first.samples != s.samples {
				return 0, message.Usagef("--columns: %s has %s and %s %s: name signals of one rate", first.label, h.describeRate(first.samples), s.label, h.describeRate(s.samples))
			}
			first = s
		case s.isTrigger():
			trigger = s.samples
		default:
			count[s.samples]++
			if n := s.samples; count[n] > count[best] || count[n] == count[best] && n > best {
				best = n
			}
		}
	}
	switch {
	case first != nil:
		return first.samples, nil
	case best == 0:
		return trigger, nil
	}
	return best, nil
}

// describeRate returns the rate of a signal with so many samples in a record,
// in words.
func (h *edfHeader) describeRate(samples int) string {
	if h.duration == 0 {
		return message.Counted(samples, "sample") + " a record"
	}
	return fmt.Sprintf("%.6g Hz", float64(samples)/h.duration)
}

// onset returns the start of a record in seconds, from its first annotation;
// NaN for none.
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
