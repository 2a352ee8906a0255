package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
)

// namesInComments returns the names of width columns in the comments before a table,
// and the comment; nil for none. It prefers a comment for each column, then a list in
// JSON or with a naming word, then numbered names, then a plain list.
func (t *tableReader) namesInComments(headings [][]byte, width int) ([]string, []byte) {
	for _, list := range []func([][]byte, int) []string{lineNames, graceNames} {
		if names := list(headings, width); names != nil {
			return names, headings[len(headings)-1]
		}
	}
	for _, list := range []func([]byte, int) []string{
		jsonNames,
		t.namesAfterSign,
		func(h []byte, n int) []string { return t.namesIn(listedNames(h), n) },
		numberedNames,
		func(h []byte, n int) []string { return t.namesIn(plainNames(h), n) },
	} {
		for _, heading := range slices.Backward(headings) {
			if names := list(heading, width); names != nil {
				return names, heading
			}
		}
	}
	return nil, nil
}

var (
	ordinal = regexp.MustCompile(`(?:^|[\s,;])(?:[\[(](\d+)[\])]\s*[=:]?|(\d+)[:=])\s*`)
	oneLine = regexp.MustCompile(`^(?i:columns?|col|fields?|channels?|ch)?\.?\s*[\[(]?(\d+)[\])]?\s*[:=]\s*(.+)$`)
	legend  = regexp.MustCompile(`^@\s*(?:xaxis\s+label|s(\d+)\s+legend)\s+"(.+)"$`)
)

// numberedNames returns the names of a comment that numbers its columns, as in
// "[1]=time [2]=mass" or "1:time 2:mass"; nil unless it has width names.
func numberedNames(heading []byte, width int) []string {
	text := string(commentText(heading))
	marks := ordinal.FindAllStringSubmatchIndex(text, -1)
	if len(marks) != width || width < 2 || marks[0][0] != 0 {
		return nil
	}
	names := make([]string, width)
	for i, m := range marks {
		number := text[max(m[2], m[4]):max(m[3], m[5])]
		if number != strconv.Itoa(i+1) {
			return nil
		}
		end := len(text)
		if i+1 < width {
			end = marks[i+1][0]
		}
		names[i] = strings.Trim(text[m[1]:end], " \t,;")
	}
	return validNames(names)
}

// namesAfterSign returns the names of a header whose first name is the sign of comments, as the
// row numbers of HOBO loggers have it: "#;Date Time;Temp"; nil unless there are width names.
func (t *tableReader) namesAfterSign(heading []byte, width int) []string {
	if delim := t.scan.Delim; delim == ' ' || width < 3 || !bytes.HasPrefix(heading, []byte{'#', delim}) {
		return nil
	}
	fields, err := lex.NewScanner(bytes.NewReader(heading[1:]), t.scan.Delim).Record()
	if err != nil || len(fields) != width {
		return nil
	}
	return validNames(append([]string{"#"}, format.CleanNames(fields[1:])...))
}

// jsonNames returns the column names in a JSON comment, such as OpenSignals writes: the
// texts under one naming word, joined in order. It returns nil unless there are width
// names. Repeated names get a number.
func jsonNames(heading []byte, width int) []string {
	text := commentText(heading)
	if !bytes.HasPrefix(text, []byte{'{'}) {
		return nil
	}
	lists := listsIn(text)
	for _, word := range namingWords {
		names := lists[word]
		if len(names) != width {
			continue
		}
		count := map[string]int{}
		for i, name := range names {
			if count[name]++; count[name] > 1 {
				names[i] = fmt.Sprintf("%s %d", name, count[name])
			}
		}
		return validNames(names)
	}
	return nil
}

// listsIn returns the lists of texts in JSON by their key in lower case; those of equal
// keys are joined. After a syntax error it returns the lists before it.
func listsIn(text []byte) map[string][]string {
	lists := map[string][]string{}
	key := ""
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err != nil {
			return lists
		}
		word, isText := token.(string)
		for token == json.Delim('[') && d.More() {
			var name any
			if d.Decode(&name) != nil {
				return lists
			}
			if name, ok := name.(string); ok {
				lists[key] = append(lists[key], name)
			}
		}
		if key = ""; isText {
			key = strings.ToLower(word)
		}
	}
}

// lineNames returns the names of columns that have a comment each, as in "# column 1:
// time"; nil unless each of width columns has one.
func lineNames(headings [][]byte, width int) []string {
	names := make([]string, width)
	for _, heading := range headings {
		m := oneLine.FindStringSubmatch(string(commentText(heading)))
		if m == nil {
			continue
		}
		if i, err := strconv.Atoi(m[1]); err == nil && i >= 1 && i <= width && names[i-1] == "" {
			names[i-1] = m[2]
		}
	}
	return validNames(names)
}

// graceNames returns the names in a Grace file: the label of its x axis, and
// the legends of its series; nil unless all series have one.
func graceNames(headings [][]byte, width int) []string {
	names := make([]string, width)
	names[0] = "x"
	for _, heading := range headings {
		m := legend.FindStringSubmatch(string(heading))
		if m == nil {
			continue
		}
		if m[1] == "" {
			names[0] = m[2]
		} else if i, err := strconv.Atoi(m[1]); err == nil && i+1 < width {
			names[i+1] = m[2]
		}
	}
	return validNames(names)
}

// validNames returns cleaned names, or nil if one is empty or occurs twice.
func validNames(names []string) []string {
	names = format.CleanNames(names)
	if len(names) < 2 || slices.Contains(names, "") || format.CheckNames(names, 0) != nil {
		return nil
	}
	return names
}
