package format

import (
	"encoding/csv"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
)

// SegmentKeys returns the columns that --segment names: one, or several separated by commas, which
// identify a segment together.
func SegmentKeys(asked string) []string {
	if !strings.Contains(asked, ",") {
		return []string{asked}
	}
	names, err := csv.NewReader(strings.NewReader(asked)).Read()
	if err != nil {
		return []string{asked}
	}
	return names
}

// keysIn returns the columns that --segment names in a file. A column whose own name contains
// commas is a single one.
func (c Columns) keysIn(names []string) []string {
	if asked := c.Of[SegmentName]; slices.Contains(names, message.Clean(asked)) {
		return []string{asked}
	}
	return SegmentKeys(c.Of[SegmentName])
}

// SegmentText returns the text that identifies the segment of a row: the cell of the segment
// column, or the cells of several joined by colons. text returns the cell of a column index.
func (c *Cutter) SegmentText(text func(column int) string) (string, error) {
	switch {
	case c.Of[SegmentName] < 0:
		return "", nil
	case c.Keys == nil:
		return text(c.Of[SegmentName]), nil
	}
	c.parts = c.parts[:0]
	c.joined = c.joined[:0]
	for i, column := range c.Keys {
		part, err := c.keySpellers[i].spell(text(column))
		if err != nil {
			return "", err
		}
		c.parts = append(c.parts, part)
		if i > 0 {
			c.joined = append(c.joined, ':')
		}
		c.joined = append(c.joined, escaped.Replace(part)...)
	}
	return string(c.joined), nil
}

// escaped escapes colons within a cell, so that different cells have different joined texts.
var escaped = strings.NewReplacer(`\`, `\\`, `:`, `\:`)

// setKeys adds a field for --where for each of several columns that identify the segment, with its
// cell in the row of the last call of SegmentText.
func (c *Cutter) setKeys(fields map[string]string) {
	for i, part := range c.parts {
		if name := c.keySpellers[i].column; fields[name] == "" {
			fields[name] = part
		}
	}
}
