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

// Filter is what the rows of the table must meet, as the user wrote it:
// acc>0.9 sigma<10 method=sfa.
type Filter struct {
	Text  string
	Tests []Condition
	// By is the quantity or axis that it sorts by, "" for none; from the
	// greatest where down.
	By   string
	down bool
	// Meant says what a name stands for that may stand for several: "acc: validation".
	Meant clean.Text
}

// Condition says whether a row is to be seen.
type Condition func(*choose.Row) bool

// operators, the longest first.
var operators = []string{"<=", ">=", "!=", "<", ">", "=", "~"}

// states are the words of a filter that stand alone.
func (t *Table) states(sc *Sweep) map[string]Condition {
	return map[string]Condition{
		"ok":       func(r *choose.Row) bool { return r.Measured() && !Violated(r) },
		"violated": func(r *choose.Row) bool { return r.Measured() && Violated(r) },
		"failed":   func(r *choose.Row) bool { return r.Failed > 0 },
		"waiting":  func(r *choose.Row) bool { return len(r.Results) < sc.FoldsOf(r) },
		"ticked":   func(r *choose.Row) bool { return t.Ticks[r.Config] },
		"noted":    func(r *choose.Row) bool { return sc.Notes[r.Config] != "" },
	}
}

// ParseFilter reads a filter. Its error says which of the terms cannot be, and
// what can.
func (t *Table) ParseFilter(sc *Sweep, text string) (Filter, error) {
	f := Filter{Text: strings.TrimSpace(text)}
	for term := range strings.FieldsSeq(text) {
		if name, ok := strings.CutPrefix(term, "by:"); ok {
			f.By, f.down = strings.CutPrefix(name, "-")
			if _, ok := sortable(sc, f.By); !ok {
				return f, fmt.Errorf("by:%s: there is no such column; write %s", name, sc.FilterNames())
			}
			continue
		}
		test, err := t.parseTerm(sc, term)
		if err != nil {
			return f, err
		}
		f.Tests = append(f.Tests, test)
		if name := term[:max(strings.IndexAny(term, "<>=!~"), 0)]; slices.Contains(accuracy, name) {
			if q, ok := sc.QuantityNamed(name); ok {
				f.Meant = clean.Of(name) + ": " + q.Name()
			}
		}
	}
	return f, nil
}

// Words are the filter as it was written, and what is meant by it.
func (f *Filter) Words() clean.Text {
	if f.Meant == "" {
		return clean.Of(f.Text)
	}
	return clean.Of(f.Text) + " (" + f.Meant + ")"
}

func (t *Table) parseTerm(sc *Sweep, term string) (Condition, error) {
	at, op := len(term), ""
	for _, o := range operators {
		if i := strings.Index(term, o); i >= 0 && (i < at || i == at && len(o) > len(op)) {
			at, op = i, o
		}
	}
	if op == "" {
		if test := t.states(sc)[term]; test != nil {
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
		return nil, fmt.Errorf("%s: there is no such axis or measure; write %s", name, sc.FilterNames())
	}
	d := Parameters()[i]
	if _, err := strconv.ParseFloat(value, 64); d.Number != nil && err == nil || op != "=" && op != "!=" && op != "~" && d.Number != nil {
		return numberTest(name, op, value, func(r *choose.Row) float64 { return d.Number(r.Config) })
	}
	return textTest(name, op, value, func(r *choose.Row) string { return string(d.Label(r.Config)) })
}

// wordTest is a word that stands alone: some parameter is that word.
func wordTest(sc *Sweep, word string) (Condition, error) {
	label := clean.Of(word)
	for _, a := range sc.Axes {
		if slices.Contains(a.Labels, label) && a.Number == nil {
			return func(r *choose.Row) bool { return a.Label(r.Config) == label }, nil
		}
	}
	return nil, fmt.Errorf("%s: write a condition such as acc>0.9, sigma<=10 or method=sfa, or ok, violated, failed, waiting, ticked, noted", word)
}

// numberTest compares numbers. What has none never meets a condition.
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
		"=":  func(r *choose.Row) bool { return near(of(r), v) },
		"~":  func(r *choose.Row) bool { return near(of(r), v) },
		"!=": func(r *choose.Row) bool { x := of(r); return !math.IsNaN(x) && !near(x, v) },
	}[op], nil
}

// near says that a number is the one that was written: to four significant
// digits, as computed values are shown.
func near(x, v float64) bool { return math.Abs(x-v) <= 5e-4*math.Abs(v) }

// textTest compares words; several may be given.
func textTest(name, op, value string, of func(*choose.Row) string) (Condition, error) {
	if value == "" {
		return nil, fmt.Errorf("%s%s: a word is missing", name, op)
	}
	words := append(strings.Split(value, ","), value) // a value may have commas itself
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

// sortable is a column for a name of a filter: one of the table's, or of a
// quantity that it does not show.
func sortable(sc *Sweep, name string) (Column, bool) {
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

// Shows says that a row meets all conditions.
func (f *Filter) Shows(r *choose.Row) bool {
	return !slices.ContainsFunc(f.Tests, func(test Condition) bool { return !test(r) })
}
