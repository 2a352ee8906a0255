package lex

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"example.com/sfatui/datasets/data"
)

// MaxRecord is the most bytes of a record: beyond it a file is no table.
const MaxRecord = 16 << 20

// Of the comments before a table that many are kept, of that many bytes.
const (
	maxHeadings = 64
	maxHeading  = 1 << 20
)

// whitespace as a delimiter stands for runs of spaces and tabs.
const whitespace = byte(' ')

// Scanner cuts a text into records of fields. Lines end in LF, CRLF or a
// lone CR; blank lines and lines of comment, which begin with # or %, are
// skipped; a field in double quotes may hold delimiters, line ends and,
// doubled, quotes. Spaces around fields are dropped.
type Scanner struct {
	r     io.Reader
	Delim byte
	End   byte // ends records beside the line end, see [SniffEnd]; 0 for none

	buf        []byte
	start, end int    // the unread part of buf
	eof        bool   // r has nothing more
	skipLF     bool   // the last line ended in CR: a LF belongs to it
	lf         int    // the first LF not before start, or where there is none
	Next       int    // number of the next line, from 1
	MaxLine    int    // bytes that a line may have
	MaxFields  int    // fields that a record may have
	TooLong    string // what a longer line means, or what to do

	Line     int // number of the line on which the last record began
	Comments Lines
	Gaps     Lines // the lines of records with blank lines before them, but for the first record
	// Headings are the comments before the first record, of many the first and the
	// last ones.
	Headings [][]byte
	begun    bool // a record was read
	// Comment is called for each comment behind the first record; nil for nothing.
	Comment func(text []byte) error

	fields [][]byte
	out    []byte // the fields of a record with quotes, quotes resolved
	ends   []int  // where each of them ends in out
}

// NewScanner returns a scanner of the text that r gives.
func NewScanner(r io.Reader, delim byte) *Scanner {
	return &Scanner{r: r, Delim: delim, buf: make([]byte, 64<<10), lf: -1, Next: 1, MaxLine: MaxRecord, MaxFields: data.MaxInputs,
		TooLong: "this is no text of that kind"}
}

// ScanText returns a scanner of a text in memory, which it does not copy, whatever the length
// of its lines.
func ScanText(text []byte, delim byte) *Scanner {
	return &Scanner{Delim: delim, buf: text, end: len(text), eof: true, lf: -1, Next: 1, MaxLine: len(text) + 1, MaxFields: data.MaxInputs}
}

// Lines counts lines of one sort and remembers the first.
type Lines struct{ Count, First, Last int }

func (l *Lines) Add(line int) {
	if l.Count == 0 {
		l.First = line
	}
	l.Count++
	l.Last = line
}

// Record returns the fields of the next record, valid until the next call, or
// io.EOF. Other errors lack the file's name; s.line is where they happened.
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
		if isComment(text) || !s.begun && text[0] == '@' { // as Grace writes them
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
		if !s.begun && len(text) == 5 && string(text[:4]) == "sep=" { // for Excel
			continue
		}
		if blank && s.begun {
			s.Gaps.Add(s.Line)
		}
		s.begun = true
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

// isComment reports whether a line is one of comment. One that begins with the
// sign of spreadsheets for a missing number is a row.
func isComment(line []byte) bool {
	return line[0] == '%' || line[0] == '#' && !spreadsheetError(line)
}

// spreadsheetError reports whether a line begins as spreadsheets write what they
// could not compute.
func spreadsheetError(line []byte) bool {
	for _, word := range []string{"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NAME?", "#NULL!", "#SPILL!", "#CALC!"} {
		if bytes.HasPrefix(line, []byte(word)) {
			return true
		}
	}
	return false
}

// TooManyFields is the error of a record with more fields than may be.
func TooManyFields(most int) error {
	return fmt.Errorf("more than %d columns: this is no table of samples in rows; if each row is a variable, read it with --transpose", most)
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

// lineEnd is where the first line end from the byte from on is, s.end if it is
// not there yet. The place of the next LF is kept, as in a text whose lines end
// in CR it is far away.
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

// fill reads more bytes behind the unread ones, which it moves to the front.
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

// split cuts a line without quotes at each delimiter.
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

// splitRuns cuts a line without quotes at runs of spaces and tabs.
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

// Trim drops spaces and tabs at both ends; it is bytes.Trim without its set.
func Trim(b []byte) []byte {
	for len(b) > 0 && IsSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && IsSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}
