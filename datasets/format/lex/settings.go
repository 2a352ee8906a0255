package lex

import (
	"bytes"
	"regexp"
	"slices"
)

// Limits of the settings before the rows of an instrument: their minimum number, and the
// maximum number of lines before the rows.
const (
	leastSettings = 4
	mostSettings  = 200
	mostRepeated  = 3 // keys that occur again; in rows that begin with a label most do
)

// settingLine matches a line of a key and its values.
var settingLine = regexp.MustCompile(`^\s*"?[A-Za-z][^,;:=\t"]*"?\s*[:=,;\t]`)

// findBelowSettings returns the table of a text that begins with the settings of an instrument,
// one of which states the interval or rate of the rows, followed by rows without names, as
// oscilloscopes of Keysight and GW Instek write them. It returns nil for other texts, and
// where the line above the rows names the columns or the settings stand beside rows.
func findBelowSettings(text []byte) *Passage {
	var above [][]byte
	settings, keys := 0, map[string]bool{}
	for line := range bytes.Lines(text) {
		line = Trim(line)
		if len(above) == mostSettings || len(above) == leastSettings && settings == 0 || settings-len(keys) > mostRepeated {
			return nil
		}
		if mayBeRow(line) && isRowOf(line, ',', ';', '\t', whitespace) {
			break
		}
		if key := settingLine.Find(line); key != nil {
			settings++
			keys[string(key)] = true
		}
		above = append(above, line)
	}
	if settings < leastSettings {
		return nil
	}
	p := belowSettings(text, above)
	if p == nil || !slices.ContainsFunc(above, func(line []byte) bool { return statesSampling(string(line[:min(len(line), maxStated)])) }) {
		return nil
	}
	return p
}

// mayBeRow reports whether the first letter of a line may be that of a number or a marker such as
// NaN, so that most lines of text are not divided into fields.
func mayBeRow(line []byte) bool {
	if len(line) == 0 || isComment(line) {
		return false
	}
	first := line[0] | 0x20 // in lower case
	return first < 'a' || first > 'z' || first == 'n' || first == 'i'
}

// belowSettings returns the table below the lines of settings. Its delimiter is the tab or the
// semicolon if the settings contain one, else the one that splits the rows into more fields.
func belowSettings(text []byte, above [][]byte) *Passage {
	delims := []byte{',', whitespace}
	for _, delim := range []byte{';', '\t'} {
		if slices.ContainsFunc(above, func(line []byte) bool { return bytes.IndexByte(line, delim) >= 0 }) {
			delims = []byte{delim}
		}
	}
	var best *Passage
	for _, delim := range delims {
		p := &Passage{delim: delim}
		var rows [][][]byte
		for line := range bytes.Lines(text) {
			if rows = append(rows, p.cut(line)); len(rows) == len(above)+leastRows {
				break
			}
		}
		rows, lines := rows[len(above):], rows[:len(above)]
		for _, row := range rows {
			p.fields = max(p.fields, filled(row))
		}
		if len(rows) < leastRows || slices.ContainsFunc(rows, func(row [][]byte) bool { return !p.isTableRow(row) || len(row[0]) == 0 }) || best != nil && p.fields <= best.fields {
			continue
		}
		if at := lastFilled(lines); p.fields > 1 && p.isFull(lines[at]) && areNames(lines[at][:p.fields]) {
			return nil
		}
		best = p
	}
	return best
}

// isRowOf reports whether a line is a row of numbers for one of the delimiters.
func isRowOf(line []byte, delims ...byte) bool {
	return slices.ContainsFunc(delims, func(delim byte) bool { return isRow((&Passage{delim: delim}).cut(line)) })
}
