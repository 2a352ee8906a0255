package lex

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"example.com/sfatui/datasets/data"
)

const (
	headBytes   = 1 << 20 // minimum number of bytes examined before a file is read
	headPiece   = 1 << 14 // bytes read first, because most tables are short
	headRecords = 20      // records from which the delimiter is determined
)

// Delimiters holds the candidates; the first of equals wins. A comma may be a
// decimal sign, and a space may be part of a text.
var Delimiters = []byte{'\t', ';', ',', '|', whitespace}

// DelimiterNames holds their names in messages.
var DelimiterNames = map[byte]string{'\t': "tab", ';': "semicolon", ',': "comma", whitespace: "space", '|': "vertical bar"}

// CheckEncoding returns head without a byte order mark, or an error if it is
// not text in UTF-8 (or ASCII).
func CheckEncoding(head []byte) ([]byte, error) {
	if h, ok := bytes.CutPrefix(head, []byte("\xef\xbb\xbf")); ok {
		head = h
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return nil, errors.New("the text is in UTF-16: write it as UTF-8, for example with iconv -f UTF-16 -t UTF-8")
	}
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return nil, fmt.Errorf("line %d holds a NUL byte: this is a binary file or UTF-16, not a table in UTF-8; if a text was cut off while it was written, delete the NUL bytes with tr -d '\\000' < OLD > NEW",
			1+bytes.Count(head[:i], []byte("\n")))
	}
	if 16*controls(head) > len(head) {
		return nil, errors.New("many of the characters are control characters: this is a binary file, not a table in UTF-8")
	}
	return head, nil
}

// controls returns the number of control characters that do not occur in texts:
// all except white space and escape.
func controls(text []byte) int {
	n := 0
	for _, c := range text {
		if c < 0x20 && !(c >= '\t' && c <= '\r') && c != 0x1b || c == 0x7f {
			n++
		}
	}
	return n
}

// SniffDelimiter returns the delimiter of the table that begins with head. It
// prefers, in this order: the delimiter that splits the most of the first
// records into as many fields (at least two) as the header; one that splits
// each record into one field more than the header, as with row names of R; one
// that splits the records after other lines equally; one that ends them equally, more than
// once; and one that splits the header into the most fields. Else empty last fields do not
// count, so that a delimiter that only ends lines splits nothing. If none splits anything, the
// table has one column, and the semicolon is returned, which leaves the comma
// free as a decimal sign.
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
		case equalTail(filled) > 2:
			score = data.MaxInputs/2 + equalTail(filled)
		case equalTail(counts) > 2 && counts[len(counts)-1] > 2: // fields of one column before empty ones
			score = data.MaxInputs/4 + equalTail(counts)
		case header > 1:
			score = header
		}
		if score > bestScore {
			best, bestScore = delim, score
		}
	}
	return best
}

// equalTail returns the number of last records with the same number of fields,
// at least two.
func equalTail(counts []int) int {
	last, n := counts[len(counts)-1], 0
	for last > 1 && n < len(counts) && counts[len(counts)-1-n] == last {
		n++
	}
	return n
}

// maxPreamble is the maximum number of lines before a table.
const maxPreamble = 50

// Preamble returns the number of first records that precede the table, such as
// a title. counts holds the number of fields of each record. All records after
// the preamble, at least three, have equally many fields; those in it have
// fewer. A single line before them is a preamble only if it has one field: else
// it is a header with missing names.
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

// fieldCounts splits the first records of head at delim. It returns the number
// of fields of each, and the number up to the last non-empty one. The last
// record of an incomplete head is ignored unless it is the only one. Fields
// beyond the maximum of a table, as in one that is stored transposed, are not
// counted.
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

// SniffEnd returns the delimiter, other than delim, that ends the first records
// of head without splitting any, such as the semicolon in "1,2;"; 0 for none.
// One record in ten may lack it.
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

// Head holds the beginning of a text, at least two lines, and a reader of the rest.
type Head struct {
	Text  []byte // without byte order mark
	Whole bool   // the text is complete
	rest  io.Reader
}

// ReadHead reads the first lines of r, at most two of longest bytes, and checks that they are
// text.
func ReadHead(r io.Reader, longest int) (*Head, error) {
	r, err := decoded(r)
	if err != nil {
		return nil, err
	}
	var b []byte
	for size := headBytes; ; size = min(4*size, 2*longest) {
		if size > 4*headBytes {
			runtime.GC() // a file is read several times: the long lines of the time before are garbage
		}
		var err error
		for err == nil && len(b) < size {
			var n int
			from := len(b)
			b = slices.Grow(b, min(max(3*from, headPiece), size-from)) // what is left behind is a third of b
			b = b[:min(cap(b), size)]
			n, err = io.ReadFull(r, b[from:])
			b = b[:from+n]
		}
		whole := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !whole {
			return nil, err
		}
		ends := bytes.Count(b, []byte("\n")) + bytes.Count(b, []byte("\r"))
		if whole || size >= 2*longest || ends > 1 || ends == 0 && size >= longest {
			text, err := CheckEncoding(b)
			return &Head{text, whole, r}, err
		}
	}
}

// Reader returns a reader of the whole text.
func (h *Head) Reader() io.Reader { return io.MultiReader(bytes.NewReader(h.Text), h.rest) }
