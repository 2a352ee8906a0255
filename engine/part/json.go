package part

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// MarshalJSON writes what the point has: parameters first, then how samples are divided, the
// settings, and what is random.
func (p Point) MarshalJSON() ([]byte, error) {
	b, err := p.appendValues([]byte{'{'}, before)
	if err != nil {
		return nil, err
	}
	if b, err = appendObject(b, division(p.Frame)); err != nil {
		return nil, err
	}
	if b, err = p.appendValues(b, behind); err != nil {
		return nil, err
	}
	if b, err = appendObject(b, chance(p.Frame)); err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}

// appendValues adds the point's values on axes to an object that is begun in b.
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

// division and chance are the fields of a frame that JSON has before the settings and behind.
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

// appendObject adds the members of v to those of an object that is begun in b.
func appendObject(b []byte, v any) ([]byte, error) {
	members, err := json.Marshal(v)
	if err != nil || len(members) == len("{}") {
		return b, err
	}
	return append(appendComma(b), members[1:len(members)-1]...), nil
}

// appendComma separates the next member of an object from those before it.
func appendComma(b []byte) []byte {
	if b[len(b)-1] == '{' {
		return b
	}
	return append(b, ',')
}

// appendMember adds the axis with a value, "" for none, to an object that is begun in b.
func (a *Axis) appendMember(b []byte, v string) ([]byte, error) {
	text, err := a.valueJSON(v)
	if err != nil {
		return nil, err
	}
	return AppendMember(b, a.jsonName(), text), nil
}

// AppendMember adds a member to an object of JSON that is begun in b.
func AppendMember(b []byte, name string, value []byte) []byte {
	b = append(append(append(appendComma(b), '"'), name...), '"', ':')
	return append(b, value...)
}

// jsonName is the axis' name in JSON.
func (a *Axis) jsonName() string { return strings.ReplaceAll(a.Name, "-", "_") }

// valueJSON is a value as JSON, "" for none.
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

// UnmarshalJSON reads a point. One that no sweep can make is an error: it may come
// from a stranger's session, and its words are names of what is computed.
func (p *Point) UnmarshalJSON(b []byte) error {
	read := reflect.New(readFields())
	if err := json.Unmarshal(b, read.Interface()); err != nil {
		var e *json.UnmarshalTypeError
		if errors.As(err, &e) {
			e.Struct = "point"
		}
		return err
	}
	own := slices.Concat(before, behind)
	*p = Point{Frame: read.Elem().Field(len(own)).Interface().(Frame)}
	for i, a := range own {
		text := textIn(read.Elem().Field(i))
		if len(text) > longest {
			return Errorf(a.Name, "the word has %d bytes", len(text))
		}
		if text != "" { // most axes of a point have none
			p.values = p.values.with(a.id, text)
		}
	}
	return p.check()
}

// textIn returns the value of a field of [readFields] as a point keeps it; "" for none.
func textIn(field reflect.Value) string {
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
// order, whose tags say how each is written, for those who walk structs. A number that is
// implied is left out where no point states one.
func Structs(points []Point) []any {
	stated := make(map[*Axis]bool, len(declared))
	for _, a := range declared {
		stated[a] = slices.ContainsFunc(points, func(p Point) bool { return a.Stated(&p) != "" })
	}
	out := make([]any, len(points))
	for i, p := range points {
		v := reflect.New(shownFields()).Elem()
		p.fill(v, 0, before, stated)
		at := len(before) + copyFields(v, len(before), division(p.Frame))
		p.fill(v, at, behind, stated)
		copyFields(v, at+len(behind), chance(p.Frame))
		out[i] = v.Interface()
	}
	return out
}

// fill sets the fields from the given one on to the point's values on the stated axes.
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

// copyFields sets the fields from the given one on to those of a struct that JSON has, and
// returns their number.
func copyFields(v reflect.Value, from int, of any) (n int) {
	for i, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
		if f.Tag.Get("json") != "-" {
			v.Field(from + n).Set(reflect.ValueOf(of).Field(i))
			n++
		}
	}
	return n
}

// EachText replaces every word of the point, such as by one that is fit for a terminal.
func (p *Point) EachText(replace func(string) string) {
	for _, a := range slices.Concat(before, behind) {
		if v, ok := p.values.find(a.id); ok && a.kind == word {
			p.values = p.values.with(a.id, replace(v))
		}
	}
	p.By = replace(p.By)
}

// readFields is a struct with a field for each axis and setting, and the frame behind, so
// that points are read by the rules of encoding/json.
var readFields = sync.OnceValue(func() reflect.Type {
	return reflect.StructOf(append(fieldsOf(slices.Concat(before, behind)), embedded(reflect.TypeFor[Frame]())))
})

// shownFields is a struct with a field for each member of a point's JSON, in that order.
var shownFields = sync.OnceValue(func() reflect.Type {
	return reflect.StructOf(slices.Concat(fieldsOf(before), membersOf(reflect.TypeFor[division]()), fieldsOf(behind), membersOf(reflect.TypeFor[chance]())))
})

// membersOf returns the fields of a struct that JSON has.
func membersOf(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("json") == "-" })
}

var jsonTypes = map[kind]reflect.Type{
	number: reflect.TypeFor[Value](), count: reflect.TypeFor[int](), word: reflect.TypeFor[string](), toggle: reflect.TypeFor[Flag](),
}

// fieldsOf returns a field for each axis, of the type that its values have in JSON.
func fieldsOf(axes []*Axis) []reflect.StructField {
	return fieldsAs(axes, func(a *Axis) reflect.Type { return jsonTypes[a.kind] })
}

// fieldsAs returns a field for each axis, of a type.
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

// embedded is a field that is an embedded struct.
func embedded(t reflect.Type) reflect.StructField {
	return reflect.StructField{Name: "Rest", Type: t, Anonymous: true}
}
