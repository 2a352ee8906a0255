package series

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// edfSignal is a signal of an EDF or BDF file.
type edfSignal struct {
	label   string
	samples int     // in a record
	offset  int     // of its first byte in a record
	gain    float64 // physical units of a digital step
	base    float64 // physical value of digital 0
	raw     bool    // the calibration is invalid: values are digital
}

// edfHeader is the header of an EDF file (Kemp et al. 1992; EDF+: Kemp and
// Olivan 2003), or of its 24-bit variant BDF.
type edfHeader struct {
	size      int64 // bytes of the header
	width     int   // bytes of a sample: 2 or, in BDF, 3
	records   int
	unclaimed int     // records beyond the number in the header
	torn      int     // bytes behind the last whole record
	duration  float64 // seconds of a record
	broken    bool    // there may be gaps between the records (EDF+D)
	signals   []edfSignal
	record    int // bytes of a record
}

var errNoEDF = errors.New("not an EDF or BDF file: its header cannot be read; copy it again, or export it again")

// isAnnotation reports whether a signal contains texts instead of samples.
func (s *edfSignal) isAnnotation() bool {
	return s.label == "EDF Annotations" || s.label == "BDF Annotations"
}

// triggerWords are words in the labels of signals that hold codes of events.
var triggerWords = []string{"status", "trigger", "triggers", "trig", "trg", "marker", "markers", "mrk", "event", "events", "sti", "stim", "stimulus", "din", "annotations"}

// isTrigger reports whether a signal holds codes of events, by a word of its name: the word of
// BioSemi, or those of other programs.
func (s *edfSignal) isTrigger() bool {
	words := strings.FieldsFunc(strings.ToLower(s.label), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(triggerWords, word) })
}

// readEDFHeader reads the header of a file of size bytes.
func readEDFHeader(r io.ReaderAt, size int64) (*edfHeader, error) {
	var b [256]byte
	if _, err := r.ReadAt(b[:], 0); err != nil {
		return nil, errNoEDF
	}
	h := &edfHeader{width: 2, size: 256}
	switch {
	case string(b[:8]) == "\xffBIOSEMI":
		h.width = 3
	case strings.TrimRight(string(b[:8]), " ") != "0":
		return nil, errNoEDF
	}
	h.broken = strings.HasPrefix(string(b[192:]), "EDF+D") || strings.HasPrefix(string(b[192:]), "BDF+D")
	records, err1 := edfNumber(b[236:244])
	duration, err2 := edfNumber(b[244:252])
	signals, err3 := edfNumber(b[252:256])
	ns := int(signals)
	if err := errors.Join(err1, err2, err3); err != nil || ns < 1 || ns > 9999 || records < -1 || duration < 0 {
		return nil, errNoEDF
	}
	h.duration, h.records = duration, int(records)
	h.size += int64(256 * ns)
	if h.size > size {
		return nil, fmt.Errorf("the header claims %s, which take more bytes than the file has: it was cut short; copy it again", message.Counted(ns, "signal"))
	}
	text := make([]byte, 256*ns)
	if _, err := r.ReadAt(text, 256); err != nil {
		return nil, fmt.Errorf("cannot read the header: %w", err)
	}
	for i := range ns {
		if err := h.addSignal(text, i, ns); err != nil {
			return nil, err
		}
	}
	return h, h.checkSize(size)
}

// addSignal parses the header of signal i of ns. The header stores each field
// for all signals before the next field.
func (h *edfHeader) addSignal(text []byte, i, ns int) error {
	at := 0
	field := func(width int) []byte {
		b := text[at+i*width : at+(i+1)*width]
		at += ns * width
		return b
	}
	s := edfSignal{label: strings.TrimSpace(message.Clean(string(field(16)))), offset: h.record}
	field(80) // transducer
	field(8)  // unit
	var limits [4]float64
	ok := true
	for k := range limits {
		var err error
		limits[k], err = edfNumber(field(8))
		ok = ok && err == nil
	}
	field(80) // filters
	samples, err := edfNumber(field(8))
	if err != nil || samples < 0 || samples > 1<<24 {
		return fmt.Errorf("signal %d claims %.12g samples in a record: the header is damaged; copy the file again", i+1, samples)
	}
	s.samples = int(samples)
	physical, digital := limits[1]-limits[0], limits[3]-limits[2]
	s.gain, s.base = physical/digital, limits[0]-limits[2]*physical/digital
	if !ok || physical == 0 || digital == 0 || s.gain-s.gain != 0 || s.base-s.base != 0 {
		s.gain, s.base, s.raw = 1, 0, true
	}
	if s.label == "" {
		s.label = "signal" + strconv.Itoa(i+1)
	}
	h.record += s.samples * h.width
	h.signals = append(h.signals, s)
	return nil
}

// checkSize compares the number of records with the file's size.
func (h *edfHeader) checkSize(size int64) error {
	if h.record == 0 {
		return errors.New("the header claims no samples: the file holds nothing to read")
	}
	have := int((size - h.size) / int64(h.record))
	h.torn = int((size - h.size) % int64(h.record))
	if h.records == -1 { // the recording was not closed
		h.records = have
	}
	if h.records > have {
		return fmt.Errorf("the header claims %d records, but %d are there: the file was cut short; copy it again, or write the right number into the 8 characters from byte 236 on",
			h.records, have)
	}
	if have > h.records {
		h.unclaimed, h.records = have-h.records, have
	}
	if h.records == 0 {
		return errors.New("the file holds no records after its header: it was cut short, or nothing was recorded; copy it again, or export it again")
	}
	return nil
}

// edfNumber reads a number in ASCII, which spaces fill up. Some programs write a decimal comma.
func edfNumber(b []byte) (float64, error) {
	text := strings.Replace(strings.TrimSpace(strings.TrimRight(string(b), "\x00")), ",", ".", 1)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, errNoEDF
	}
	return x, nil
}

// edfExtent returns the number of signals of a file and the duration of the
// recording.
func edfExtent(_ context.Context, _ format.File, r io.ReaderAt, size int64) (e format.Extent, err error) {
	h, err := readEDFHeader(r, size)
	if err != nil {
		return e, err
	}
	for i := range h.signals {
		if s := &h.signals[i]; !s.isAnnotation() {
			e.Columns++
			e.Rows = max(e.Rows, h.records*s.samples)
		}
	}
	e.Seconds = float64(h.records) * h.duration
	if e.Seconds > 0 {
		e.Rate = float64(e.Rows) / e.Seconds
	}
	return e, nil
}
