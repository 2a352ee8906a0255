package lex

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"

	"example.com/sfatui/datasets/message"
)

// Passage is a table within a text: lines of numbers below the names of the
// columns, with other lines before and between them, as in log files; or below the settings
// of an instrument.
type Passage struct {
	// Outside counts the lines outside the table. Other counts those of numbers
	// among them, whose number of fields differs.
	Outside, Other Lines

	delim  byte
	fields int      // of a row
	header []int    // lines with the names, from 0; two if the upper names span columns, none below settings
	line   int      // the next line
	first  []string // the names
	names  []string // names in the line before, if their number is the same but some differ
	err    error
}

// Limits of a passage.
const (
	leastRows   = 3         // consecutive lines of numbers
	mostNaming  = 3         // lines of names and units
	searched    = 256 << 10 // bytes that must contain the first rows
	plainBehind = 200       // lines after the names that distinguish a table with a title from a passage
)

// InPassage returns the head of a table within a text, with all other lines
// blank, so that line numbers stay the same. It returns h and nil if the text
// is a table from its first lines on, has only a title, or contains none.
func (h *Head) InPassage() (*Head, *Passage) {
	start := h.Text[:min(len(h.Text), searched)]
	p := findBelowSettings(start)
	if p == nil {
		p = findPassage(start)
	}
	if p == nil {
		return h, nil
	}
	text := h.Text
	if !h.Whole {
		text = text[:bytes.LastIndexByte(text, '\n')+1]
	}
	tail := h.Text[len(text):]
	var kept []byte
	for line := range bytes.Lines(text) {
		kept = p.add(kept, line)
	}
	rest := io.Reader(bytes.NewReader(nil))
	if h.rest != nil {
		rest = h.rest
	}
	return &Head{kept, h.Whole, &passageReader{p: p, in: bufio.NewReader(io.MultiReader(bytes.NewReader(tail), rest))}}, p
}

// add appends a line of the table, or a blank line for any other.
func (p *Passage) add(b, line []byte) []byte {
	row := p.cut(line)
	header := slices.Contains(p.header, p.line)
	if p.line++; header || p.isTableRow(row) {
		for i := range p.fields { // so that all lines have equally many fields
			if i > 0 {
				b = append(b, p.delim)
			}
			if i < len(row) {
				b = append(b, row[i]...)
			}
		}
	} else if len(bytes.TrimSpace(line)) > 0 {
		p.countOutside(row)
	}
	if header && p.line-1 == p.header[0] {
		p.first = namesOf(row[:min(len(row), p.fields)])
	} else if !header && p.isTableRow(row) {
		if p.names != nil && p.err == nil {
			p.err = fmt.Errorf("line %d names the columns again, %s in place of %s: write the rows from there on into another file", p.line-1, message.Clean(message.List(p.names)), message.Clean(message.List(p.first)))
		}
		p.names = nil
	}
	return append(b, '\n')
}

// countOutside counts a line outside the table.
func (p *Passage) countOutside(row [][]byte) {
	p.Outside.Add(p.line)
	if filled(row) > 1 && isRow(row) {
		p.Other.Add(p.line)
	}
	p.names = nil
	if names := namesOf(row[:min(len(row), p.fields)]); p.first != nil && p.isFull(row) && areNames(row[:p.fields]) && !slices.Equal(names, p.first) {
		p.names = names
	}
}

// namesOf returns fields as texts.
func namesOf(row [][]byte) []string {
	names := make([]string, len(row))
	for i, field := range row {
		names[i] = string(field)
	}
	return names
}

// cut splits a line into fields.
func (p *Passage) cut(line []byte) [][]byte {
	line = bytes.TrimRight(line, "\r\n")
	if p.delim == whitespace {
		return bytes.Fields(line)
	}
	row := bytes.Split(line, []byte{p.delim})
	for i := range row {
		row[i] = bytes.TrimSpace(row[i])
	}
	return row
}

// isRow reports whether all fields are numbers or missing values, and at least
// one is a number.
func isRow(row [][]byte) bool {
	some := false
	for _, field := range row {
		switch _, err := (&Decimal{Comma: true}).Parse(field); err {
		case nil, ErrInfinite:
			some = true
		case ErrMissing, ErrEmpty:
		default:
			return false
		}
	}
	return some
}

// areWords reports whether at least one field is a word, and none is a number.
func areWords(row [][]byte) bool {
	some := false
	for _, field := range row {
		if IsNumber(string(field)) {
			return false
		}
		some = some || len(field) > 0
	}
	return some
}

// areNames reports whether all fields are different words.
func areNames(row [][]byte) bool {
	seen := map[string]bool{}
	for _, field := range row {
		if len(field) == 0 || seen[string(field)] {
			return false
		}
		seen[string(field)] = true
	}
	return areWords(row)
}

// findPassage returns the first table in a text that has other lines before it;
// nil for none.
func findPassage(text []byte) *Passage {
	lines := slices.Collect(bytes.Lines(text))
	for _, delim := range []byte{'\t', ';', ',', whitespace} {
		p := &Passage{delim: delim}
		rows := make([][][]byte, len(lines))
		for i, line := range lines {
			rows[i] = p.cut(line)
		}
		for i := 1; i+leastRows <= len(rows); i++ {
			p.fields = 0
			for _, row := range rows[i : i+leastRows] {
				p.fields = max(p.fields, filled(row))
			}
			if p.fields < 2 || slices.ContainsFunc(rows[i:i+leastRows], func(row [][]byte) bool { return !p.isTableRow(row) }) {
				continue
			}
			if p.header = p.nameLines(rows[:i]); p.header == nil {
				for i < len(rows) && p.isTableRow(rows[i]) { // without names
					i++
				}
				continue
			}
			if p.isPlain(lines, rows) {
				return nil
			}
			return p
		}
	}
	return nil
}

// nameLines returns the last lines before the numbers, if they contain the
// names of the columns and their units; nil for none.
func (p *Passage) nameLines(before [][][]byte) []int {
	at := lastFilled(before)
	if at < 0 || filled(before[at]) > p.fields || !areWords(before[at]) {
		return nil
	}
	lines := []int{at}
	complete := p.isFull(before[at]) && areNames(before[at][:p.fields])
	for len(lines) < mostNaming {
		at = lastFilled(before[:at])
		if at < 0 || !areWords(before[at]) || !p.isFull(before[at]) && (complete || p.delim == whitespace || filled(before[at]) > p.fields) {
			break
		}
		lines, complete = append([]int{at}, lines...), true
	}
	if !complete {
		return nil
	}
	return lines
}

// isFull reports whether a line has as many fields as a row.
func (p *Passage) isFull(row [][]byte) bool { return filled(row) == p.fields }

// isTableRow reports whether a line is a row of the table: numbers, of which
// the last ones may be empty.
func (p *Passage) isTableRow(row [][]byte) bool {
	return len(row) >= p.fields && filled(row) <= p.fields && isRow(row)
}

// filled returns the number of fields up to the last that is not empty.
func filled(row [][]byte) int {
	n := len(row)
	for n > 0 && len(row[n-1]) == 0 {
		n--
	}
	return n
}

// lastFilled returns the last line that is not blank, -1 for none.
func lastFilled(lines [][][]byte) int {
	at := len(lines) - 1
	for at >= 0 && filled(lines[at]) == 0 {
		at--
	}
	return at
}

// isPlain reports whether the table is preceded only by comments and a title,
// whose lines are shorter than its rows, and has no other lines between its
// rows. It is then read as it is.
func (p *Passage) isPlain(lines [][]byte, rows [][][]byte) bool {
	before := 0
	for i, row := range rows {
		text := Trim(lines[i])
		if len(text) == 0 || isComment(text) || slices.Contains(p.header, i) {
			continue
		}
		switch {
		case i < p.header[0]:
			if before++; filled(row) >= p.fields || before > maxPreamble {
				return false
			}
		case i > p.header[0]+plainBehind:
			return true
		case !p.isTableRow(row) && (i < len(rows)-1 || filled(row) > p.fields):
			return before == 0
		}
	}
	return true
}

// passageReader reads a text with the lines outside a table blanked.
type passageReader struct {
	p    *Passage
	in   *bufio.Reader
	left []byte
	err  error
}

func (r *passageReader) Read(b []byte) (int, error) {
	for len(r.left) == 0 {
		if r.p.err != nil {
			return 0, r.p.err
		}
		if r.err != nil {
			return 0, r.err
		}
		var line []byte
		if line, r.err = r.in.ReadBytes('\n'); len(line) > 0 {
			r.left = r.p.add(r.left[:0], line)
		}
	}
	n := copy(b, r.left)
	r.left = r.left[n:]
	return n, nil
}
