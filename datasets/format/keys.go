package format

import (
	"encoding/csv"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
)

// SegmentKeys returns the columns that --segment names: several with commas between them identify a
// segment together.
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

// keysIn returns the columns that --segment names in a file. A column whose name has commas is one
// column.
func (c Columns) keysIn(names []string) []string {
	if asked := c.Of[SegmentName]; slices.Contains(names, message.Clean(asked)) {
		return []string{asked}
	}
	return SegmentKeys(c.Of[SegmentName])
}

// SegmentText returns the text that identifies the segment of a row: that of the segment column, or
// those of several with colons between them. text returns the text of a column, by its index.
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

// escaped marks colons within the text of a key, so that unlike keys have unlike joined texts.
var escaped = strings.NewReplacer(`\`, `\\`, `:`, `\:`)

// setKeys adds a field for --where for each of several columns that identify the segment, with the
// texts of the row for which SegmentText was called last.
func (c *Cutter) setKeys(fields map[string]string) {
	for i, part := range c.parts {
		if name := c.keySpellers[i].column; fields[name] == "" {
			fields[name] = part
		}
	}
}
