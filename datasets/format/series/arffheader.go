package series

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// arffKind is the type of an attribute of an ARFF file.
type arffKind int

const (
	arffNumeric arffKind = iota
	arffNominal
	arffString
	arffDate
	arffRelational
)

// arffAttribute is a column of an ARFF file, or of one of its relations.
type arffAttribute struct {
	name   string
	kind   arffKind
	values []string // of a nominal attribute
	known  map[string]bool
}

// readARFFHeader reads the lines up to @data (the Attribute-Relation File
// Format of Weka 3). It skips the declarations within a relational attribute,
// because its rows determine its columns.
func readARFFHeader(scan *lex.Scanner) ([]arffAttribute, error) {
	var attributes []arffAttribute
	inside := false // within a relational attribute
	for first := true; ; first = false {
		line, err := scan.ReadLine()
		if err != nil {
			return nil, err
		}
		if first {
			if line, err = lex.CheckEncoding(line); err != nil {
				return nil, err
			}
		}
		text := strings.TrimSpace(string(line))
		if text == "" || text[0] == '%' {
			continue
		}
		key, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
		switch strings.ToLower(key) {
		case "@relation":
		case "@end":
			inside = false
		case "@data":
			return attributes, checkARFF(attributes, inside)
		case "@attribute":
			if inside {
				continue
			}
			a, err := parseARFFAttribute(rest)
			if err != nil {
				return nil, err
			}
			inside = a.kind == arffRelational
			if attributes = append(attributes, a); len(attributes) > data.MaxInputs {
				return nil, fmt.Errorf("more than %d attributes are not read", data.MaxInputs)
			}
		default:
			return nil, fmt.Errorf("%q is not a line of an ARFF header, which has @relation, @attribute and @data", message.Shorten(message.Clean(key), 40))
		}
	}
}

// checkARFF returns an error for an invalid header.
func checkARFF(attributes []arffAttribute, inside bool) error {
	if inside {
		return errors.New("@data comes before the @end of a relational attribute")
	}
	if len(attributes) == 0 {
		return errors.New("@data comes before any @attribute")
	}
	names := make([]string, len(attributes))
	for i, a := range attributes {
		names[i] = a.name
	}
	return format.CheckNames(names, 0)
}

// parseARFFAttribute parses the text after @attribute: a name and a type.
func parseARFFAttribute(text string) (a arffAttribute, err error) {
	name, rest, err := cutARFFName(strings.TrimSpace(text))
	if err != nil {
		return a, err
	}
	a.name = message.Clean(name)
	kind, _, _ := strings.Cut(rest, " ")
	switch strings.ToLower(kind) {
	case "numeric", "real", "integer":
		return a, nil
	case "string":
		a.kind = arffString
		return a, nil
	case "date":
		a.kind = arffDate
		return a, nil
	case "relational":
		a.kind = arffRelational
		return a, nil
	}
	values, ok := strings.CutPrefix(rest, "{")
	if values, closed := strings.CutSuffix(strings.TrimSpace(values), "}"); ok && closed {
		a.kind = arffNominal
		var cells []arffCell
		cells, err = splitARFF(values)
		a.known = map[string]bool{}
		for _, c := range cells {
			value := message.Clean(c.text)
			a.values = append(a.values, value)
			a.known[value] = true
		}
		return a, err
	}
	return a, fmt.Errorf("attribute %s has the type %q, which is not numeric, string, date, relational or {…}", a.name, message.Shorten(message.Clean(rest), 40))
}

// cutARFFName separates the name, which may be quoted, from the rest.
func cutARFFName(text string) (name, rest string, err error) {
	if text == "" {
		return "", "", errors.New("@attribute has no name")
	}
	if q := text[0]; q == '\'' || q == '"' {
		end := strings.IndexByte(text[1:], q)
		if end < 0 {
			return "", "", errors.New("the quote around an attribute's name is not closed")
		}
		return text[1 : end+1], strings.TrimSpace(text[end+2:]), nil
	}
	i := strings.IndexAny(text, " {")
	if i < 0 {
		return "", "", fmt.Errorf("attribute %s has no type", message.Shorten(message.Clean(text), 40))
	}
	return text[:i], strings.TrimSpace(text[i:]), nil
}

// arffCell is a value of a row.
type arffCell struct {
	text   string
	quoted bool
}

// isMissing reports whether the value of the cell is unknown.
func (c arffCell) isMissing() bool { return c.text == "?" && !c.quoted }

// splitARFF splits a row at its commas outside quotes.
func splitARFF(text string) ([]arffCell, error) {
	cells := make([]arffCell, 0, strings.Count(text, ",")+1)
	for {
		text = strings.TrimLeft(text, " \t")
		cell := arffCell{}
		if text != "" && (text[0] == '\'' || text[0] == '"') {
			var err error
			if cell.text, text, err = cutARFFQuote(text); err != nil {
				return nil, err
			}
			cell.quoted = true
			if text = strings.TrimLeft(text, " \t"); text != "" && text[0] != ',' {
				return nil, fmt.Errorf("value %d continues after its closing quote", len(cells)+1)
			}
			text = strings.TrimPrefix(text, ",")
			cells = append(cells, cell)
			if text == "" {
				return cells, nil
			}
			continue
		}
		value, rest, more := strings.Cut(text, ",")
		cell.text = strings.TrimRight(value, " \t")
		cells = append(cells, cell)
		if text = rest; !more {
			return cells, nil
		}
	}
}

// cutARFFQuote separates a quoted value, with its escapes resolved, from the
// rest.
func cutARFFQuote(text string) (value, rest string, err error) {
	quote := text[0]
	text = text[1:]
	end := strings.IndexByte(text, quote)
	if end >= 0 && strings.IndexByte(text[:end], '\\') < 0 {
		return text[:end], text[end+1:], nil
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return b.String(), text[i+1:], nil
		case c == '\\' && i+1 < len(text):
			i++
			switch text[i] {
			case 'n':
				b.WriteByte('\n')
			case 'r':
				b.WriteByte('\r')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(text[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", "", errors.New("a quote is not closed")
}

// nominal returns the value of a nominal attribute, "" for a missing one.
func (a *arffAttribute) nominal(c arffCell) (string, error) {
	if c.isMissing() {
		return "", nil
	}
	text := message.Clean(c.text)
	if a.kind == arffNominal && !a.known[text] {
		return "", fmt.Errorf("attribute %s: %q is not one of its values (%s): correct it, or write ? where it is missing", a.name, message.Shorten(text, 40), message.List(a.values))
	}
	return text, nil
}

var errNoARFFData = errors.New("there is no @data line: it is not an ARFF file, or was cut short")

// headerOfARFF returns the header, or an error if the text ends in it.
func headerOfARFF(scan *lex.Scanner) ([]arffAttribute, error) {
	attributes, err := readARFFHeader(scan)
	if err == io.EOF {
		err = errNoARFFData
	}
	return attributes, err
}
