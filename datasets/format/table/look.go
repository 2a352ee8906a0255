package table

import (
	"bytes"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
)

// lookRows is the number of records from which a text is recognised as a table.
const lookRows = 20

// looksLikeTable recognises a table of numbers by its first records, regardless
// of its name. Nine of ten records after the header have the most frequent
// width, and half of their fields are numbers, times or missing. Source code
// and letters satisfy neither.
func looksLikeTable(head []byte) format.Confidence {
	whole := len(head) < format.HeadSize
	text, err := lex.CheckEncoding(head)
	if err != nil {
		return format.No
	}
	h, _ := (&lex.Head{Text: text, Whole: true}).InPassage()
	text = h.Text
	scan, comma := sniff(bytes.NewReader(text), text, whole)
	cells := cellClassifier{comma: comma}
	var widths, numbers []int
	for len(widths) < lookRows+1 {
		fields, err := scan.Record()
		if err != nil {
			break
		}
		n := 0
		for _, field := range fields {
			if cells.class(string(field)) != textCell {
				n++
			}
		}
		widths, numbers = append(widths, len(fields)), append(numbers, n)
	}
	if !whole && len(widths) > 1 && len(widths) <= lookRows {
		widths, numbers = widths[:len(widths)-1], numbers[:len(numbers)-1] // the head may end inside the last record
	}
	if len(widths) > 0 {
		from := lex.Preamble(widths)
		widths, numbers = widths[from:], numbers[from:]
	}
	if len(widths) > 1 && numbers[0] == 0 {
		widths, numbers = widths[1:], numbers[1:] // skip the header
	}
	counts, fields, known := map[int]int{}, 0, 0
	most := 0
	for i, w := range widths {
		counts[w]++
		fields, known = fields+w, known+numbers[i]
		most = max(most, counts[w])
	}
	if len(widths) < 2 || 10*most < 9*len(widths) || 2*known < fields {
		return format.No
	}
	return format.ByLook
}
