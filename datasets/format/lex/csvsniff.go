package lex

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"example.com/sfatui/datasets/data"
)

const (
	headBytes   = 1 << 20 // what of a file is looked at before it is read, at least
	headPiece   = 1 << 14 // what of it is read first: most tables are short
	headRecords = 20      // that the delimiter is found by
)

// Delimiters are the candidates, of equals the first wins: a comma may be a
// decimal sign and a space may be part of a text.
var Delimiters = []byte{'\t', ';', ',', '|', whitespace}

// DelimiterNames are their names in messages.
var DelimiterNames = map[byte]string{'\t': "tab", ';': "semicolon", ',': "comma", whitespace: "space", '|': "vertical bar"}

// CheckEncoding refuses what is not text in UTF-8 (or ASCII) and returns head
// without a byte order mark.
func CheckEncoding(head []byte) ([]byte, error) {
	if h, ok := bytes.CutPrefix(head, []byte("\xef\xbb\xbf")); ok {
		head = h
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return nil, errors.New("the text is in UTF-16: write it as UTF-8, for example with iconv -f UTF-16 -t UTF-8")
	}
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return nil, fmt.Errorf("line %d holds a NUL byte: this is a binary file or UTF-16, not a table in UTF-8; if a text was cut off while it was written, take them out with tr -d '\\000' < OLD > NEW",
			1+bytes.Count(head[:i], []byte("\n")))
	}
	if 16*controls(head) > len(head) {
		return nil, errors.New("many of the characters are control characters: this is a binary file, not a table in UTF-8")
	}
	return head, nil
}

// controls counts the control characters that no text has: not those of space,
// nor that of escape sequences.
func controls(text []byte) int {
	n := 0
	for _, c := range text {
		if c < 0x20 && !(c >= '\t' && c <= '\r') && c != 0x1b || c == 0x7f {
			n++
		}
	}
	return n
}

// SniffDelimiter finds the delimiter of the table that begins with head: the
// one that cuts the most of the first records into as many fields (at least
// two) as the header; else one that gives each record a field more than the
// header, as R writes row names; else one that cuts those behind other lines alike;
// else the one that cuts the header most. Empty
// last fields do not count: a delimiter that only ends lines cuts nothing. Where
// nothing cuts anything it is a table of one column, and the semicolon leaves
// the comma free as a decimal sign.
func SniffDelimiter(head []byte, whole bool) byte {
	best, bestScore := byte(';'), 0
	for _, delim := range Delimiters {
		counts, filled := fieldCounts(head, delim, whole)
		if len(counts) == 0 {
			continue
		}
		from := Preamble(filled)
		counts, filled = counts[from:], filled[from:]
		header, same, onemore := filled[0], 0, 0
		for i, c := range counts[1:] {
			f := filled[i+1]
			if max(header, f) > 1 && c == counts[0] || header > 1 && f == header {
				same++
			}
			if c == header+1 && (header > 1 || head[0] == '"') {
				onemore++
			}
		}
		score := 0
		switch {
		case same > 0:
			score = 2*data.MaxInputs + same
		case onemore > 0:
			score = data.MaxInputs + onemore
		case alike(filled) > 2:
			score = data.MaxInputs/2 + alike(filled)
		case header > 1:
			score = header
		}
		if score > bestScore {
			best, bestScore = delim, score
		}
	}
	return best
}

// alike counts the last records that have one number of fields, more than one.
func alike(counts []int) int {
	last, n := counts[len(counts)-1], 0
	for last > 1 && n < len(counts) && counts[len(counts)-1-n] == last {
		n++
	}
	return n
}

// maxPreamble is how many lines at most may stand before a table.
const maxPreamble = 50

// Preamble is how many of the first records, of so many fields each, stand before
// a table, as a title does: all behind them, three or more, have as many fields,
// and they have fewer. A lone line before them is one only where nothing divides it: else
// it is a header that lacks names.
func Preamble(counts []int) int {
	n := len(counts)
	last := counts[n-1]
	from := n
	for from > 0 && counts[from-1] == last {
		from--
	}
	if last < 2 || n-from < 3 || from > maxPreamble || from == 1 && (counts[0] > 1 || last == 2) {
		return 0
	}
	for _, c := range counts[:from] {
		if c >= last {
			return 0
		}
	}
	return from
}

// fieldCounts cuts the first records of head at delim and counts their fields,
// and those up to the last that is not empty.
// The last record of a head that is not the whole text does not count unless it
// is alone. Of a record with more fields than a table of samples has, as one that
// is stored transposed, no more are counted.
func fieldCounts(head []byte, delim byte, whole bool) (counts, filled []int) {
	s := ScanText(head, delim)
	for len(counts) < headRecords {
		fields, err := s.Record()
		if err != nil && len(fields) <= s.MaxFields {
			break
		}
		n := len(fields)
		for n > 1 && len(fields[n-1]) == 0 {
			n--
		}
		counts, filled = append(counts, len(fields)), append(filled, n)
	}
	if n := len(counts) - 1; !whole && n > 0 && n+1 < headRecords {
		counts, filled = counts[:n], filled[:n]
	}
	return counts, filled
}

// SniffEnd returns the delimiter, another than delim, that ends the first
// records of head without dividing any, such as the semicolon in "1,2;"; 0 for
// none. One record of ten may lack it.
func SniffEnd(head []byte, delim byte) byte {
	for _, end := range []byte{';', ',', '|'} {
		s := ScanText(head, end)
		records, ended := 0, 0
		for records < headRecords {
			fields, err := s.Record()
			if err != nil || len(fields) > 2 || len(fields) == 2 && len(fields[1]) > 0 {
				break
			}
			records++
			ended += len(fields) - 1
		}
		if end != delim && ended > 1 && 10*ended >= 9*records && (records == headRecords || s.start == s.end) {
			return end
		}
	}
	return 0
}

// Head is the beginning of a text, long enough for two lines, and the rest.
type Head struct {
	Text  []byte // without byte order mark
	Whole bool   // the text is all there is
	rest  io.Reader
}

// ReadHead reads the first lines of r and checks that they are text.
func ReadHead(r io.Reader) (*Head, error) {
	r, err := decoded(r)
	if err != nil {
		return nil, err
	}
	var b []byte
	for size := headBytes; ; size *= 2 {
		var err error
		for err == nil && len(b) < size {
			var n int
			from := len(b)
			b = slices.Grow(b, min(max(from, headPiece), size-from))
			b = b[:min(cap(b), size)]
			n, err = io.ReadFull(r, b[from:])
			b = b[:from+n]
		}
		whole := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !whole {
			return nil, err
		}
		ends := bytes.Count(b, []byte("\n")) + bytes.Count(b, []byte("\r"))
		if whole || size >= 2*MaxRecord || ends > 1 || ends == 0 && size >= MaxRecord {
			text, err := CheckEncoding(b)
			return &Head{text, whole, r}, err
		}
	}
}

// Reader reads the whole text.
func (h *Head) Reader() io.Reader { return io.MultiReader(bytes.NewReader(h.Text), h.rest) }
