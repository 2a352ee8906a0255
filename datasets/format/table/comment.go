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
	"example.com/sfatui/datasets/message"
)

// namesInComments returns the names of width columns in the comments before a table with a
// delimiter, and the comment; nil for none. It prefers a comment for each column, then a list
// in JSON or with a naming word, then numbered names, then a plain list.
func namesInComments(headings [][]byte, delim byte, width int) ([]string, []byte) {
	for _, list := range []func([][]byte, int) []string{lineNames, graceNames} {
		if names := list(headings, width); names != nil {
			return names, headings[len(headings)-1]
		}
	}
	for _, list := range []func([]byte, int) []string{
		jsonNames,
		func(h []byte, n int) []string { return namesAfterSign(h, delim, n) },
		func(h []byte, n int) []string { return namesIn(listedNames(h), delim, n) },
		numberedNames,
		func(h []byte, n int) []string { return namesIn(plainNames(h), delim, n) },
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
func namesAfterSign(heading []byte, delim byte, width int) []string {
	if delim == ' ' || width < 3 || !bytes.HasPrefix(heading, []byte{'#', delim}) {
		return nil
	}
	fields, err := lex.NewScanner(bytes.NewReader(heading[1:]), delim).Record()
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

// checkNames returns an error if a comment between rows gives as many columns
// other names, as programs write when they append data with new settings.
func (rr *rowReader) checkNames(comment []byte) error {
	width := len(rr.layout.names)
	names := namesIn(listedNames(comment), rr.in.scan.Delim, width)
	if names == nil {
		names = numberedNames(comment, width)
	}
	if plain := namesIn(plainNames(comment), rr.in.scan.Delim, width); names == nil && sameWords(plain, rr.layout.names) {
		names = plain
	}
	if names == nil || sameInOrder(names, rr.layout.names) {
		return nil
	}
	return fmt.Errorf("a comment names the columns again, %s in place of %s: write the rows from here on into another file, their columns in the first order, and open both",
		message.List(names), message.List(rr.layout.names))
}

// sameInOrder reports whether names are the same, in any case.
func sameInOrder(a, b []string) bool { return slices.EqualFunc(a, b, strings.EqualFold) }

// sameWords reports whether names are the same, in any order and case.
func sameWords(a, b []string) bool {
	return sameInOrder(slices.SortedFunc(slices.Values(a), compareFold), slices.SortedFunc(slices.Values(b), compareFold))
}

// compareFold compares texts in lower case.
func compareFold(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }

// listedNames returns the text after a word such as FIELDS in a comment, as in
// "#! FIELDS time x y"; nil without such a word.
func listedNames(heading []byte) []byte {
	heading = commentText(heading)
	word := heading
	if i := bytes.IndexAny(heading, ": \t"); i >= 0 {
		word = heading[:i]
	}
	if !slices.Contains(namingWords, strings.ToLower(string(word))) {
		return nil
	}
	return bytes.TrimLeft(heading[len(word):], ": \t")
}

// plainNames returns the text of a comment whose words may all be names of
// columns; nil for settings, numbers and prose.
func plainNames(heading []byte) []byte {
	heading = commentText(heading)
	if bytes.ContainsAny(heading, "=:") {
		return nil
	}
	for _, word := range bytes.FieldsFunc(heading, func(r rune) bool { return strings.ContainsRune(" \t,;|", r) }) {
		if lex.IsNumber(string(word)) || slices.Contains(proseWords, strings.ToLower(string(word))) {
			return nil
		}
	}
	return heading
}

// commentText returns a comment without the signs that begin it.
func commentText(heading []byte) []byte { return bytes.TrimLeft(heading, "#%! \t") }

// namesIn returns the names in a list if their number fits, else nil. It tries the delimiter
// of the table before others.
func namesIn(list []byte, delim byte, width int) []string {
	for _, d := range append([]byte{delim}, lex.Delimiters...) {
		fields, err := lex.NewScanner(bytes.NewReader(list), d).Record()
		parted := slices.ContainsFunc(fields, func(f []byte) bool { return bytes.HasSuffix(f, []byte{','}) || bytes.HasSuffix(f, []byte{';'}) })
		if err != nil || len(fields) != width || width < 2 || parted {
			continue
		}
		if names := format.CleanNames(fields); format.CheckNames(names, 0) == nil && !lex.IsNumber(names[0]) {
			return names
		}
	}
	return nil
}

// proseWords holds words of sentences, which are not column names.
var proseWords = []string{"the", "of", "on", "at", "by", "with", "for", "is", "are", "was", "were", "and", "or", "this", "these", "that", "made", "created",
	"generated", "written", "recorded", "measured"}

// namingWords holds words that begin a list of column names in a comment.
var namingWords = []string{"fields", "columns", "column", "names", "variables", "header", "channels", "cols"}
