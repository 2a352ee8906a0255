package part

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// MarshalJSON writes the point's values: parameters, the division of the samples, settings,
// and the seed and draw.
func (p Point) MarshalJSON() ([]byte, error) {
	b, err := p.appendValues([]byte{'{'}, axesBeforeDivision)
	if err != nil {
		return nil, err
	}
	if b, err = appendObject(b, division(p.Frame)); err != nil {
		return nil, err
	}
	if b, err = p.appendValues(b, axesAfterDivision); err != nil {
		return nil, err
	}
	if b, err = appendObject(b, chance(p.Frame)); err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}

// appendValues appends the point's values on the axes to the open object in b.
func (p Point) appendValues(b []byte, axes []*Axis) (_ []byte, err error) {
	for _, a := range axes {
		if v, ok := p.values.find(a.id); ok || a.Written {
			if b, err = a.appendMember(b, v); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// division and chance hold the fields of a [Frame] before and after the settings in JSON.
type (
	division struct {
		Fold          int    `json:"fold"`
		Folds         int    `json:"folds,omitempty"`
		Repeats       int    `json:"repeats,omitempty"`
		TrainFraction Value  `json:"train_fraction,omitzero"`
		Gap           int    `json:"gap,omitempty"`
		By            string `json:"split_by,omitempty"`
		Validation    Value  `json:"validation,omitzero"`
		Inner         int    `json:"inner,omitempty"`
		Seed          uint64 `json:"-"`
		Draw          int    `json:"-"`
	}
	chance struct {
		Fold          int    `json:"-"`
		Folds         int    `json:"-"`
		Repeats       int    `json:"-"`
		TrainFraction Value  `json:"-"`
		Gap           int    `json:"-"`
		By            string `json:"-"`
		Validation    Value  `json:"-"`
		Inner         int    `json:"-"`
		Seed          uint64 `json:"seed"`
		Draw          int    `json:"draw,omitempty"`
	}
)

// appendObject appends the members of v to the open object in b.
func appendObject(b []byte, v any) ([]byte, error) {
	members, err := json.Marshal(v)
	if err != nil || len(members) == len("{}") {
		return b, err
	}
	return append(appendComma(b), members[1:len(members)-1]...), nil
}

// appendComma appends a comma unless the open object in b is empty.
func appendComma(b []byte) []byte {
	if b[len(b)-1] == '{' {
		return b
	}
	return append(b, ',')
}

// appendMember appends the axis with a value, "" for none, to the open object in b.
func (a *Axis) appendMember(b []byte, v string) ([]byte, error) {
	text, err := a.valueJSON(v)
	if err != nil {
		return nil, err
	}
	return AppendMember(b, a.jsonName(), text), nil
}

// AppendMember appends a member to the open JSON object in b.
func AppendMember(b []byte, name string, value []byte) []byte {
	b = append(append(append(appendComma(b), '"'), name...), '"', ':')
	return append(b, value...)
}

// jsonName returns the axis' name in JSON.
func (a *Axis) jsonName() string { return strings.ReplaceAll(a.Name, "-", "_") }

// valueJSON returns an encoded value, "" for none, as JSON.
func (a *Axis) valueJSON(v string) ([]byte, error) {
	switch {
	case a.kind == word:
		return json.Marshal(v)
	case v == "":
		return []byte{'0'}, nil
	case a.kind == number:
		return Float(floatOf(v)).MarshalJSON()
	case a.kind == count:
		return json.Marshal(intOf(v))
	}
	return flagOf(v).MarshalJSON()
}

// UnmarshalJSON reads a point. It returns an error for a point that no sweep can create,
// because the file may come from a stranger and its words select what is computed.
func (p *Point) UnmarshalJSON(b []byte) error {
	read := reflect.New(readFields())
	if err := json.Unmarshal(b, read.Interface()); err != nil {
		var e *json.UnmarshalTypeError
		if errors.As(err, &e) {
			e.Struct = "point"
		}
		return err
	}
	own := slices.Concat(axesBeforeDivision, axesAfterDivision)
	*p = Point{Frame: read.Elem().Field(len(own)).Interface().(Frame)}
	for i, a := range own {
		text := fieldValue(read.Elem().Field(i))
		if len(text) > maxValueBytes {
			return Errorf(a.Name, "the word has %d bytes", len(text))
		}
		if text != "" { // on most axes a point has no value
			p.values = p.values.with(a.id, text)
		}
	}
	return p.check()
}

// fieldValue returns the encoded value of a field of readFields; "" for none.
func fieldValue(field reflect.Value) string {
	switch v := field.Addr().Interface().(type) {
	case *Value:
		if v.OK {
			return ofFloat(v.X)
		}
	case *int:
		if *v != 0 {
			return ofInt(*v)
		}
	case *string:
		return *v
	case *Flag:
		return v.String()
	}
	return ""
}

// Structs returns each point as a struct with a field for each member of its JSON, in that
// order, and with tags that describe the notation. It is for callers that inspect structs.
// An implied number is left out if no point states one.
func Structs(points []Point) []any {
	stated := make(map[*Axis]bool, len(declared))
	for _, a := range declared {
		stated[a] = slices.ContainsFunc(points, func(p Point) bool { return a.Stated(&p) != "" })
	}
	out := make([]any, len(points))
	for i, p := range points {
		v := reflect.New(shownFields()).Elem()
		p.fill(v, 0, axesBeforeDivision, stated)
		at := len(axesBeforeDivision) + copyFields(v, len(axesBeforeDivision), division(p.Frame))
		p.fill(v, at, axesAfterDivision, stated)
		copyFields(v, at+len(axesAfterDivision), chance(p.Frame))
		out[i] = v.Interface()
	}
	return out
}

// fill sets the fields of v, starting at index from, to the point's values on the stated
// axes.
func (p Point) fill(v reflect.Value, from int, axes []*Axis, stated map[*Axis]bool) {
	for i, a := range axes {
		text, ok := a.find(&p)
		if !ok || !stated[a] {
			continue
		}
		switch f := v.Field(from + i).Addr().Interface().(type) {
		case *Value:
			*f = Num(floatOf(text))
		case *int:
			*f = intOf(text)
		case *string:
			*f = text
		case *Flag:
			*f = flagOf(text)
		}
	}
}

// copyFields copies the JSON fields of a struct to v, starting at index from, and returns
// their number.
func copyFields(v reflect.Value, from int, of any) (n int) {
	for i, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
		if f.Tag.Get("json") != "-" {
			v.Field(from + n).Set(reflect.ValueOf(of).Field(i))
			n++
		}
	}
	return n
}

// EachText replaces each word of the point, for example to clean it for a terminal.
func (p *Point) EachText(replace func(string) string) {
	for _, a := range slices.Concat(axesBeforeDivision, axesAfterDivision) {
		if v, ok := p.values.find(a.id); ok && a.kind == word {
			p.values = p.values.with(a.id, replace(v))
		}
	}
	p.By = replace(p.By)
}

// readFields returns a struct type with a field for each axis and setting, then the frame,
// so that encoding/json can read points.
var readFields = sync.OnceValue(func() reflect.Type {
	return reflect.StructOf(append(fieldsOf(slices.Concat(axesBeforeDivision, axesAfterDivision)), embedded(reflect.TypeFor[Frame]())))
})

// shownFields returns a struct type with a field for each member of a point's JSON, in that
// order.
var shownFields = sync.OnceValue(func() reflect.Type {
	return reflect.StructOf(slices.Concat(fieldsOf(axesBeforeDivision), membersOf(reflect.TypeFor[division]()), fieldsOf(axesAfterDivision), membersOf(reflect.TypeFor[chance]())))
})

// membersOf returns the fields of a struct type that are part of its JSON.
func membersOf(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("json") == "-" })
}

var jsonTypes = map[kind]reflect.Type{
	number: reflect.TypeFor[Value](), count: reflect.TypeFor[int](), word: reflect.TypeFor[string](), toggle: reflect.TypeFor[Flag](),
}

// fieldsOf returns a field for each axis, of the type that the axis' values have in JSON.
func fieldsOf(axes []*Axis) []reflect.StructField {
	return fieldsAs(axes, func(a *Axis) reflect.Type { return jsonTypes[a.kind] })
}

// fieldsAs returns a field for each axis, of the type that typeOf returns.
func fieldsAs(axes []*Axis, typeOf func(*Axis) reflect.Type) (fields []reflect.StructField) {
	for _, a := range axes {
		options := ",omitzero"
		if a.Written {
			options = ""
		}
		fields = append(fields, reflect.StructField{
			Name: "Axis_" + a.jsonName(), Type: typeOf(a), Tag: reflect.StructTag(`json:"` + a.jsonName() + options + `"`),
		})
	}
	return fields
}

// embedded returns a field that embeds a struct type.
func embedded(t reflect.Type) reflect.StructField {
	return reflect.StructField{Name: "Rest", Type: t, Anonymous: true}
}
