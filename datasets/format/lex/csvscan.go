package lex

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
)

// MaxRecord is the maximum size in bytes of a record of a table.
const MaxRecord = 16 << 20

// The maximum number of comments kept from before a table, and the number of
// bytes kept of each.
const (
	maxHeadings = 64
	maxHeading  = 1 << 20
)

// whitespace as a delimiter means runs of spaces and tabs.
const whitespace = byte(' ')

// Scanner splits a text into records of fields. Lines end in LF, CRLF or a lone
// CR. Blank lines and comment lines, which begin with # or %, are skipped. A
// field in double quotes may contain delimiters, line ends and doubled quotes.
// Spaces around fields are dropped.
type Scanner struct {
	r     io.Reader
	Delim byte
	End   byte // further end of records before the line end, see [SniffEnd]; 0 for none

	buf        []byte
	start, end int    // the unread part of buf
	eof        bool   // r has no more bytes
	skipLF     bool   // the last line ended in CR: a following LF belongs to it
	lf         int    // index of the first LF at or after start, or a lower bound of it
	Next       int    // number of the next line, from 1
	MaxLine    int    // maximum size of a line in bytes
	MaxFields  int    // maximum number of fields in a record
	TooLong    string // explanation or remedy in the error of a longer line

	Line     int // number of the first line of the last record
	Comments Lines
	Rules    Lines // lines of dashes that frame a table or stand below its header
	Gaps     Lines // the lines of records after blank lines, except the first record
	// Headings holds the comments before the first record; if there are many,
	// the first and the last ones.
	Headings [][]byte
	begun    bool // a record was read
	first    bool // the last record is the first one
	// Comment is called for each comment after the first record; nil for none.
	Comment func(text []byte) error

	fields [][]byte
	out    []byte // the fields of a record with quotes, quotes resolved
	ends   []int  // end of each of them in out
}

// NewScanner returns a scanner of the text in r.
func NewScanner(r io.Reader, delim byte) *Scanner {
	return &Scanner{r: r, Delim: delim, buf: make([]byte, 64<<10), lf: -1, Next: 1, MaxLine: MaxRecord, MaxFields: data.MaxInputs,
		TooLong: "this is not a text of that format"}
}

// ScanText returns a scanner of a text in memory, without copying it and
// without a limit on the length of its lines.
func ScanText(text []byte, delim byte) *Scanner {
	return &Scanner{Delim: delim, buf: text, end: len(text), eof: true, lf: -1, Next: 1, MaxLine: len(text) + 1, MaxFields: data.MaxInputs}
}

// Lines counts lines of one type, with the first and the last.
type Lines struct{ Count, First, Last int }

func (l *Lines) Add(line int) {
	if l.Count == 0 {
		l.First = line
	}
	l.Count++
	l.Last = line
}

// Record returns the fields of the next record, valid until the next call, or
// io.EOF. Other errors lack the file's name; s.Line is the line of the error.
func (s *Scanner) Record() ([][]byte, error) {
	for blank := false; ; {
		s.Line = s.Next
		line, err := s.ReadLine()
		if err != nil {
			return nil, err
		}
		text := Trim(line)
		if len(text) == 0 {
			blank = true
			continue
		}
		if isComment(text) || !s.begun && text[0] == '@' { // as in files of Grace
			s.Comments.Add(s.Line)
			if !s.begun {
				if len(s.Headings) == maxHeadings {
					s.Headings = slices.Delete(s.Headings, maxHeadings/2, maxHeadings/2+1)
				}
				s.Headings = append(s.Headings, bytes.Clone(text[:min(len(text), maxHeading)]))
			} else if s.Comment != nil {
				if err := s.Comment(text); err != nil {
					return nil, err
				}
			}
			continue
		}
		if isRule(text, s.first) {
			s.Rules.Add(s.Line)
			continue
		}
		if !s.begun && len(text) == 5 && string(text[:4]) == "sep=" { // for Excel
			continue
		}
		if blank && s.begun {
			s.Gaps.Add(s.Line)
		}
		s.first, s.begun = !s.begun, true
		if s.End != 0 && text[len(text)-1] == s.End {
			line = text[:len(text)-1]
		}
		s.fields = s.fields[:0]
		switch {
		case bytes.IndexByte(line, '"') >= 0:
			err = s.splitQuoted(line)
		case s.Delim == whitespace:
			s.splitRuns(line)
		default:
			s.split(line)
		}
		if err == nil && len(s.fields) > s.MaxFields {
			err = TooManyFields(s.MaxFields)
		}
		return s.fields, err
	}
}

// isComment reports whether a line is a comment. A line that begins with a
// spreadsheet's error value is a row.
func isComment(line []byte) bool {
	return line[0] == '%' || line[0] == '#' && !spreadsheetError(line)
}

// isRule reports whether a line is drawn with dashes or equals signs: a frame of a
// table, such as |---|---| or +---+---+, or, after the first record, -----  -----.
func isRule(line []byte, second bool) bool {
	if strings.IndexByte("-=+|:", line[0]) < 0 || len(line) < 3 || strings.IndexByte("-=+|: \t", line[1]) < 0 {
		return false
	}
	runs, frame := 0, false
	for i, c := range line {
		switch c {
		case '-', '=':
			if i >= 2 && line[i-1] == c && line[i-2] == c {
				runs++
			}
		case '+', '|':
			frame = true
		case ' ', '\t', ':':
		default:
			return false
		}
	}
	return runs > 0 && (frame || second)
}

// spreadsheetError reports whether a line begins with a spreadsheet's error
// value.
func spreadsheetError(line []byte) bool {
	for _, word := range []string{"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NAME?", "#NULL!", "#SPILL!", "#CALC!"} {
		if bytes.HasPrefix(line, []byte(word)) {
			return true
		}
	}
	return false
}

// TooManyFields returns the error of a record with too many fields.
func TooManyFields(most int) error {
	return fmt.Errorf("more than %d columns: this is not a table with samples in rows; if each row is a variable, read it with --transpose", most)
}

// ReadLine returns the next line without its end, valid until the next call.
func (s *Scanner) ReadLine() ([]byte, error) {
	from := s.start
	for {
		if s.skipLF && s.start < s.end {
			if s.buf[s.start] == '\n' {
				s.start++
				from++
			}
			s.skipLF = false
		}
		if i := s.lineEnd(from); i < s.end {
			line := s.buf[s.start:i]
			if len(line) >= s.MaxLine {
				return nil, s.tooLong()
			}
			s.skipLF = s.buf[i] == '\r'
			s.start = i + 1
			s.Next++
			return line, nil
		}
		if s.eof {
			if s.start == s.end {
				return nil, io.EOF
			}
			line := s.buf[s.start:s.end]
			if len(line) >= s.MaxLine {
				return nil, s.tooLong()
			}
			s.start = s.end
			s.Next++
			return line, nil
		}
		done := s.end - s.start
		if err := s.fill(); err != nil {
			return nil, err
		}
		from = s.start + done
	}
}

// lineEnd returns the index of the first line end at or after from, or s.end if
// it is not read yet. It stores the index of the next LF, which is far away in
// a text whose lines end in CR.
func (s *Scanner) lineEnd(from int) int {
	if s.lf < from {
		s.lf = s.end
		if i := bytes.IndexByte(s.buf[from:s.end], '\n'); i >= 0 {
			s.lf = from + i
		}
	}
	if i := bytes.IndexByte(s.buf[from:s.lf], '\r'); i >= 0 {
		return from + i
	}
	return s.lf
}

// fill moves the unread bytes to the front of the buffer and reads more after
// them.
func (s *Scanner) fill() error {
	s.lf = -1
	if s.start > 0 {
		s.end = copy(s.buf, s.buf[s.start:s.end])
		s.start = 0
	}
	if s.end == len(s.buf) {
		if s.end >= s.MaxLine {
			return s.tooLong()
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	n, err := s.r.Read(s.buf[s.end:])
	s.end += n
	if err == io.EOF {
		s.eof = true
		return nil
	}
	return err
}

// tooLong returns the error of a line of more than MaxLine bytes.
func (s *Scanner) tooLong() error {
	return fmt.Errorf("the line is longer than %d MiB: %s", s.MaxLine>>20, s.TooLong)
}

// split splits a line without quotes at each delimiter.
func (s *Scanner) split(line []byte) {
	if s.fields == nil { // else a long first line leaves slices of half its length behind
		s.fields = make([][]byte, 0, min(bytes.Count(line, []byte{s.Delim}), s.MaxFields)+2)
	}
	for len(s.fields) <= s.MaxFields {
		i := bytes.IndexByte(line, s.Delim)
		if i < 0 {
			break
		}
		s.fields = append(s.fields, Trim(line[:i]))
		line = line[i+1:]
	}
	s.fields = append(s.fields, Trim(line))
}

// splitRuns splits a line without quotes at runs of spaces and tabs.
func (s *Scanner) splitRuns(line []byte) {
	for len(s.fields) <= s.MaxFields {
		line = Trim(line)
		if len(line) == 0 {
			return
		}
		i := 0
		for i < len(line) && !IsSpace(line[i]) {
			i++
		}
		s.fields = append(s.fields, line[:i])
		line = line[i:]
	}
}

// IsSpace reports whether c is a space or a tab.
func IsSpace(c byte) bool { return c == ' ' || c == '\t' }

// Trim returns b without spaces and tabs at both ends. It is faster than
// bytes.Trim.
func Trim(b []byte) []byte {
	for len(b) > 0 && IsSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && IsSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}
