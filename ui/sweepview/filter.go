package sweepview

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/ui/clean"
)

// Filter is a condition on the rows of the table in the user's notation: acc>0.9 sigma<10
// method=sfa.
type Filter struct {
	Text  string
	Tests []Condition
	// By is the quantity or axis that rows are sorted by, "" for none; down sorts in descending
	// order.
	By         string
	descending bool
	// Meant resolves an ambiguous name: "acc: validation".
	Meant clean.Text
}

// Condition reports whether a row is shown.
type Condition func(*choose.Row) bool

// filterOperators lists the comparison operators; of two at the same position the longer one
// wins.
var filterOperators = []string{"<=", ">=", "!=", "<", ">", "=", "~"}

// stateConditions returns the conditions that a single word stands for.
func (t *Table) stateConditions(sc *Sweep) map[string]Condition {
	return map[string]Condition{
		"ok":       func(r *choose.Row) bool { return r.Measured() && !Violated(r) },
		"violated": func(r *choose.Row) bool { return r.Measured() && Violated(r) },
		"failed":   func(r *choose.Row) bool { return r.Failed > 0 },
		"waiting":  func(r *choose.Row) bool { return len(r.Results) < sc.FoldsOf(r) },
		"ticked":   func(r *choose.Row) bool { return t.Ticks[r.Config] },
		"noted":    func(r *choose.Row) bool { return sc.Notes[r.Config] != "" },
	}
}

// ParseFilter parses a filter. The error names the invalid term and the valid ones.
func (t *Table) ParseFilter(sc *Sweep, text string) (Filter, error) {
	f := Filter{Text: strings.TrimSpace(text)}
	for term := range strings.FieldsSeq(text) {
		if name, ok := strings.CutPrefix(term, "by:"); ok {
			f.By, f.descending = strings.CutPrefix(name, "-")
			if _, ok := sortColumn(sc, f.By); !ok {
				return f, fmt.Errorf("by:%s: no such column; write %s", name, sc.FilterNames())
			}
			continue
		}
		test, err := t.parseTerm(sc, term)
		if err != nil {
			return f, err
		}
		f.Tests = append(f.Tests, test)
		if name := term[:max(strings.IndexAny(term, "<>=!~"), 0)]; slices.Contains(accuracyNames, name) {
			if q, ok := sc.QuantityNamed(name); ok {
				f.Meant = clean.Of(name) + ": " + q.Name()
			}
		}
	}
	return f, nil
}

// Words returns the filter as written, followed by the meaning of an ambiguous name.
func (f *Filter) Words() clean.Text {
	if f.Meant == "" {
		return clean.Of(f.Text)
	}
	return clean.Of(f.Text) + " (" + f.Meant + ")"
}

// parseTerm parses one term of a filter: a state word, a parameter value, or a comparison.
func (t *Table) parseTerm(sc *Sweep, term string) (Condition, error) {
	at, op := len(term), ""
	for _, o := range filterOperators {
		if i := strings.Index(term, o); i >= 0 && (i < at || i == at && len(o) > len(op)) {
			at, op = i, o
		}
	}
	if op == "" {
		if test := t.stateConditions(sc)[term]; test != nil {
			return test, nil
		}
		return wordTest(sc, term)
	}
	name, value := term[:at], term[at+len(op):]
	if q, ok := sc.QuantityNamed(name); ok {
		return numberTest(name, op, value, q.Of)
	}
	i := slices.IndexFunc(Parameters(), func(d Parameter) bool { return d.Name == name || string(d.Symbol) == name })
	if i < 0 {
		return nil, fmt.Errorf("%s: no such axis or measure; write %s", name, sc.FilterNames())
	}
	d := Parameters()[i]
	if _, err := strconv.ParseFloat(value, 64); d.Number != nil && err == nil || op != "=" && op != "!=" && op != "~" && d.Number != nil {
		return numberTest(name, op, value, func(r *choose.Row) float64 { return d.Number(r.Config) })
	}
	return textTest(name, op, value, func(r *choose.Row) string { return string(d.Label(r.Config)) })
}

// wordTest returns the condition that some parameter has the given word as its value.
func wordTest(sc *Sweep, word string) (Condition, error) {
	label := clean.Of(word)
	for _, a := range sc.Axes {
		if slices.Contains(a.Labels, label) && a.Number == nil {
			return func(r *choose.Row) bool { return a.Label(r.Config) == label }, nil
		}
	}
	return nil, fmt.Errorf("%s: write a condition such as acc>0.9, sigma<=10 or method=sfa, or ok, violated, failed, waiting, ticked, noted", word)
}

// numberTest returns the condition that compares a row's number with value. A row without a
// number (NaN) meets no condition.
func numberTest(name, op, value string, of func(*choose.Row) float64) (Condition, error) {
	v, err := strconv.ParseFloat(value, 64)
	switch {
	case value == "":
		return nil, fmt.Errorf("%s%s: a number is missing", name, op)
	case err != nil || math.IsNaN(v):
		return nil, fmt.Errorf("%s%s%s: %q is not a number", name, op, value, value)
	}
	return map[string]Condition{
		"<":  func(r *choose.Row) bool { return of(r) < v },
		"<=": func(r *choose.Row) bool { return of(r) <= v },
		">":  func(r *choose.Row) bool { return of(r) > v },
		">=": func(r *choose.Row) bool { return of(r) >= v },
		"=":  func(r *choose.Row) bool { return roughlyEqual(of(r), v) },
		"~":  func(r *choose.Row) bool { return roughlyEqual(of(r), v) },
		"!=": func(r *choose.Row) bool { x := of(r); return !math.IsNaN(x) && !roughlyEqual(x, v) },
	}[op], nil
}

// roughlyEqual reports whether x equals v to about four significant digits, the precision on
// screen.
func roughlyEqual(x, v float64) bool { return math.Abs(x-v) <= 5e-4*math.Abs(v) }

// textTest returns the condition that compares a row's word with value, which may be a
// comma-separated list.
func textTest(name, op, value string, of func(*choose.Row) string) (Condition, error) {
	if value == "" {
		return nil, fmt.Errorf("%s%s: a word is missing", name, op)
	}
	words := append(strings.Split(value, ","), value) // a value may contain commas
	switch op {
	case "=":
		return func(r *choose.Row) bool { return slices.Contains(words, of(r)) }, nil
	case "!=":
		return func(r *choose.Row) bool { return !slices.Contains(words, of(r)) }, nil
	case "~":
		return func(r *choose.Row) bool { return strings.Contains(of(r), value) }, nil
	}
	return nil, fmt.Errorf("%s is a word: write %s=%s or %[1]s~%[3]s", name, name, value)
}

// sortColumn returns the column that a filter's by: names: one of the table, or one made for a
// quantity without a column.
func sortColumn(sc *Sweep, name string) (Column, bool) {
	for _, c := range ColumnsOf(sc, Terse) {
		if c.ID == name || string(c.head) == name {
			return c, true
		}
	}
	q, ok := sc.QuantityNamed(name)
	for _, c := range ColumnsOf(sc, Terse) {
		if ok && c.ID == q.ID {
			return c, true
		}
	}
	return Column{ID: name, value: func(r *choose.Row) (float64, clean.Text) { return q.Of(r), "" }}, ok
}

// Shows reports whether a row meets all conditions.
func (f *Filter) Shows(r *choose.Row) bool {
	return !slices.ContainsFunc(f.Tests, func(test Condition) bool { return !test(r) })
}
