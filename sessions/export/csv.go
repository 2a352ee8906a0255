package export

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
)

// csvTable writes the finished points as a table (RFC 4180), one row per point
// in the order of [sessions.Session.Finished]. It has a column for each
// parameter that applies to any point and each measure that any point has, in
// the order and with the names in JSON: accuracy.segment becomes
// accuracy_segment. A list with a number for each feature becomes numbered
// columns, such as slowness_test_1; other lists and the spectrum are cells of
// JSON. Measures that are not fields of a result follow, then the selection
// score, and the expected improvement of a search. Cells without a value are
// empty.
var csvTable = Exporter{
	Extension: "csv",
	Doc: `a table (RFC 4180): one row per finished point, one column per parameter
that applies and per measure; with --atoms one row per atom of the
front of one point, learnt again, most used first; with --mistakes one
row per sample that the readout of one point assigns to a wrong class
on its validation parts`,
	Summary:    "table",
	Parameters: []Parameter{ofAtoms, mistakesParameter},
	Points:     "csv of --atoms or --mistakes",
	OfPoint:    func(o Options) bool { return ofAtoms.Bool(o) || mistakesParameter.Bool(o) },
	Check: func(o Options) error {
		if ofAtoms.Bool(o) && mistakesParameter.Bool(o) {
			return errors.New("--atoms and --mistakes write different tables: give only one of them")
		}
		return nil
	},
	Write: writeCSV,
}

func writeCSV(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error {
	if ofAtoms.Bool(o) {
		return writeAtoms(ctx, w, s, o)
	}
	if mistakesParameter.Bool(o) {
		return writeMistakes(ctx, w, s, o)
	}
	points := s.Finished()
	out := csv.NewWriter(w)
	out.UseCRLF = true
	var columns []csvColumn
	if len(points) > 0 {
		all := make([]reflect.Value, len(points))
		for i, r := range points {
			all[i] = reflect.ValueOf(r).Elem()
		}
		columns = append(csvColumns("", all), derivedColumns(points)...)
		columns = append(columns, scoreColumn(s.By(), points)...)
		columns = append(columns, searchColumn(record.SearchRounds(s.Records()), points)...)
	}
	head := make([]string, len(columns))
	for j, c := range columns {
		head[j] = c.name
	}
	if len(head) == 0 {
		head = []string{"key"}
	}
	out.Write(head) // out keeps errors until Error
	for i := range points {
		cells := make([]string, len(columns))
		for j, c := range columns {
			cells[j] = c.cells[i]
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}

// csvColumn is a column of a table with a cell for each point.
type csvColumn struct {
	name  string
	cells []string
}

var (
	pointType     = reflect.TypeFor[part.Point]()
	spectrumType  = reflect.TypeFor[result.Spectrum]()
	floatsType    = reflect.TypeFor[[]part.Float]()
	marshalerType = reflect.TypeFor[json.Marshaler]()
)

// derivedColumns returns the columns of measures that are not fields of a
// result. A measure with several values has numbered columns.
func derivedColumns(points []*result.Result) []csvColumn {
	var out []csvColumn
	for _, m := range measure.All() {
		if m.Recorded {
			continue
		}
		values, longest := make([][]float64, len(points)), 0
		for i, r := range points {
			if r.Error == "" {
				values[i] = m.Of(r)
				longest = max(longest, len(values[i]))
			}
		}
		for k := range longest {
			c := csvColumn{strings.ReplaceAll(m.ID, "-", "_"), make([]string, len(points))}
			if longest > 1 {
				c.name += fmt.Sprintf("_%d", k+1)
			}
			for i, of := range values {
				if k < len(of) {
					c.cells[i] = cellText(reflect.ValueOf(part.Float(of[k])))
				}
			}
			out = append(out, c)
		}
	}
	return out
}

// scoreColumn returns the column of the selection score, lower being better;
// none if no point has validation parts.
func scoreColumn(by choose.By, points []*result.Result) []csvColumn {
	c := csvColumn{"score", make([]string, len(points))}
	any := false
	for i, r := range points {
		if u := by.OfResult(r); r.Error == "" && !math.IsNaN(u) {
			c.cells[i], any = cellText(reflect.ValueOf(part.Float(u))), true
		}
	}
	if !any {
		return nil
	}
	return []csvColumn{c}
}

// searchColumn returns the column of the expected improvement for which a
// search computed each point; none without a search. It is empty for the
// initial points.
func searchColumn(rounds []record.Search, points []*result.Result) []csvColumn {
	if rounds == nil {
		return nil
	}
	expected := map[string]part.Float{}
	for _, r := range rounds {
		expected[r.At] = r.EI
	}
	c := csvColumn{"search_ei", make([]string, len(points))}
	for i, r := range points {
		if ei, ok := expected[r.Point.Config().Label()]; ok {
			c.cells[i] = cellText(reflect.ValueOf(ei))
		}
	}
	return []csvColumn{c}
}

// csvColumns returns the columns of structs of one type, some of which may be
// missing (the zero Value).
func csvColumns(prefix string, all []reflect.Value) []csvColumn {
	var out []csvColumn
	var t reflect.Type
	for _, v := range all {
		if v.IsValid() {
			t = v.Type()
		}
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Type.Kind() == reflect.Map { // measures have their own columns
			continue
		}
		values := make([]reflect.Value, len(all))
		any := false
		for k, v := range all {
			if v.IsValid() {
				values[k] = jsonValue(v.Field(i), options)
			}
			any = any || values[k].IsValid()
		}
		switch {
		case f.Anonymous:
			out = append(out, csvColumns(prefix, values)...)
		case any:
			out = append(out, fieldColumns(prefix+name, values)...)
		}
	}
	return out
}

// jsonValue returns a field's value, or the zero Value if JSON would omit it.
func jsonValue(v reflect.Value, options string) reflect.Value {
	zero := strings.Contains(options, "omit") && v.IsZero()
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok && strings.Contains(options, "omitzero") {
		zero = z.IsZero()
	}
	if zero || v.Kind() == reflect.Slice && v.IsNil() {
		return reflect.Value{}
	}
	if v.Kind() == reflect.Pointer {
		return v.Elem()
	}
	return v
}

func fieldColumns(name string, values []reflect.Value) []csvColumn {
	var t reflect.Type
	longest := 0
	for _, v := range values {
		if v.IsValid() {
			t = v.Type()
			if t == floatsType {
				longest = max(longest, v.Len())
			}
		}
	}
	switch {
	case t == pointType:
		points := make([]part.Point, len(values))
		for i, v := range values {
			if v.IsValid() {
				points[i] = v.Interface().(part.Point)
			}
		}
		for i, of := range part.Structs(points) {
			if values[i].IsValid() {
				values[i] = reflect.ValueOf(of)
			}
		}
		return csvColumns("", values)
	case t == floatsType:
		out := make([]csvColumn, longest)
		for k := range out {
			out[k] = csvColumn{fmt.Sprintf("%s_%d", name, k+1), make([]string, len(values))}
			for i, v := range values {
				if v.IsValid() && k < v.Len() {
					out[k].cells[i] = cellText(v.Index(k))
				}
			}
		}
		return out
	case t.Kind() == reflect.Struct && t != spectrumType && !t.Implements(marshalerType):
		return csvColumns(name+"_", values)
	}
	c := csvColumn{name, make([]string, len(values))}
	for i, v := range values {
		if v.IsValid() {
			c.cells[i] = cellText(v)
		}
	}
	return []csvColumn{c}
}

// cellText returns a value as in JSON, without the quotes of a string.
func cellText(v reflect.Value) string {
	b, err := jsonl.Marshal(v.Interface())
	if err != nil {
		panic("export: result does not marshal: " + err.Error())
	}
	var text string
	if json.Unmarshal(b, &text) == nil {
		return message.Clean(text)
	}
	return message.Clean(string(b))
}
