package graph

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
)

// ClassOrder is the order of the classes for ordered graphs, as one line of CSV; "" for
// the natural order of their names.
var ClassOrder = part.NewWord(part.Axis{
	Name: "class-order", List: true, NoTarget: true, Default: "natural", Unset: "natural", Read: readClassOrder,
	Doc: "order of the classes for serial, mixed, window and reorder graphs over labels, each class once: low,medium,high; natural: by name, numbers in names by value",
})

// readClassOrder returns the canonical form of an order of classes.
func readClassOrder(text string) (string, error) {
	names, err := classNames(text)
	if err != nil {
		return "", err
	}
	for i, name := range names {
		switch {
		case name == "":
			return "", fmt.Errorf("%s: a name is empty: separate the classes by commas, as in low,medium,high", text)
		case slices.Contains(names[:i], name):
			return "", fmt.Errorf("class %s is named twice: name every class once", name)
		}
	}
	var line strings.Builder
	w := csv.NewWriter(&line)
	w.Write(names) // a Builder never fails
	w.Flush()
	return strings.TrimSuffix(line.String(), "\n"), nil
}

// classNames returns the names in an order of classes. A name with a comma must be
// quoted.
func classNames(text string) ([]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.TrimLeadingSpace = true
	names, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: separate the classes by commas, as in low,medium,high, and put names with a comma in double quotes", text)
	}
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return names, nil
}

// SortedClasses returns the indices of the classes in the order of the point: that of
// [ClassOrder], or the natural order of their names. The error is a [*part.SpecError]
// that names a missing class, or a name that is no class.
func SortedClasses(classes []string, at part.Point) ([]int, error) {
	if ClassOrder.Of(at) == "" {
		out := dense.Iota(len(classes))
		slices.SortStableFunc(out, func(a, b int) int { return compareNatural(classes[a], classes[b]) })
		return out, nil
	}
	names, err := classNames(ClassOrder.Of(at))
	if err != nil {
		return nil, part.Errorf(ClassOrder.Axis().Name, "%v", err)
	}
	if len(classes) == 0 {
		return nil, part.Errorf(ClassOrder.Axis().Name, "there are no classes to order: name the column of the labels with --label")
	}
	var out []int
	for _, name := range names {
		k := slices.Index(classes, name)
		if k < 0 {
			return nil, message.Mistaken(part.Errorf(ClassOrder.Axis().Name, "no class is called %s: the classes are %s", message.Clean(name), message.List(classes)), name, classes)
		}
		out = append(out, k)
	}
	for k, name := range classes {
		if !slices.Contains(out, k) {
			return nil, part.Errorf(ClassOrder.Axis().Name, "class %s is missing: name every class once", message.Clean(name))
		}
	}
	return out, nil
}

// ClassesInOrder returns the indices of the classes in the order that the point's graph
// sorts samples by, or unchanged if it sorts by none.
func ClassesInOrder(s Samples, at part.Point) ([]int, error) {
	if sortsClasses(s, at) {
		return SortedClasses(s.Classes, at)
	}
	return dense.Iota(len(s.Classes)), nil
}

// sortsClasses reports whether the point's graph sorts samples by their classes.
func sortsClasses(s Samples, at part.Point) bool {
	return Kinds.Build(at).Order && s.Target == nil && s.Classes != nil
}

// OrderOfClasses returns the class names in the order that the point's graph sorts
// samples by, abbreviated if there are many, or "" if it sorts by none.
func OrderOfClasses(s Samples, at part.Point) string {
	if !sortsClasses(s, at) {
		return ""
	}
	order, err := SortedClasses(s.Classes, at)
	if err != nil {
		return "" // the graph itself fails
	}
	var names []string
	for _, k := range order {
		names = append(names, message.Clean(s.Classes[k]))
	}
	const most, first, last = 12, 8, 2
	if n := len(names); n > most {
		names = slices.Concat(names[:first], []string{fmt.Sprintf("… %d more …", n-first-last)}, names[n-last:])
	}
	return strings.Join(names, ", ")
}

// ranks returns the rank of each sample's class in the order of the classes; -1 without
// a label.
func (s Samples) ranks(at part.Point) ([]int, error) {
	if s.Classes == nil {
		return s.Label, nil
	}
	order, err := SortedClasses(s.Classes, at)
	if err != nil {
		return nil, err
	}
	place := make([]int, len(order))
	for i, k := range order {
		place[k] = i
	}
	out := make([]int, len(s.Label))
	for i, k := range s.Label {
		out[i] = -1
		if k >= 0 {
			out[i] = place[k]
		}
	}
	return out, nil
}

// digits matches a number with a decimal part, or several numbers separated by points
// as in 1.10.2, at the start of a text.
var digits = regexp.MustCompile(`^\d+(?:\.\d+)*`)

// compareNatural compares names so that numbers in them compare by value. A name that
// is a number as a whole counts as one number, with its sign and exponent; a name that
// starts with a number may have a sign too, such as -5 °C.
func compareNatural(a, b string) int {
	x, y := naturalTokens(a), naturalTokens(b)
	return cmp.Or(slices.CompareFunc(x, y, func(s, t token) int {
		switch {
		case s.number && t.number:
			return cmp.Compare(s.value, t.value)
		case s.number:
			return -1
		case t.number:
			return 1
		}
		return strings.Compare(s.text, t.text)
	}), strings.Compare(a, b))
}

// token is a number in a name, or the text between two.
type token struct {
	number bool
	value  float64
	text   string
}

// naturalTokens splits a name into its numbers and the texts between them. Only a
// number at the start of the name has a sign.
func naturalTokens(name string) (out []token) {
	if v, ok := finite(name); ok {
		return []token{{number: true, value: v}}
	}
	text := 0 // start of the text since the last number
	for i := 0; i < len(name); {
		from := i
		if i == 0 && (name[0] == '-' || name[0] == '+') {
			from++
		}
		found := digits.FindString(name[from:])
		if found == "" {
			i++
			continue
		}
		if text < i {
			out = append(out, token{text: name[text:i]})
		}
		numbers := []string{name[i:from] + found}
		if strings.Count(found, ".") > 1 {
			numbers = strings.Split(numbers[0], ".")
		}
		for _, number := range numbers {
			v, _ := strconv.ParseFloat(number, 64) // infinite on overflow
			out = append(out, token{number: true, value: v})
		}
		i = from + len(found)
		text = i
	}
	if text < len(name) {
		out = append(out, token{text: name[text:]})
	}
	return out
}

// finite returns the number that a whole name represents, and whether it represents one.
func finite(name string) (float64, bool) {
	if !strings.ContainsAny(name, "0123456789") {
		return 0, false // inf and nan are names
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(name), 64)
	return v, err == nil || errors.Is(err, strconv.ErrRange)
}
