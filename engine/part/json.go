package part

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync"
)

// MarshalJSON writes what the point has, parameters first.
func (p Point) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for _, a := range written {
		v, ok := p.values.find(a.id)
		if !ok && !a.Written {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), a.jsonName()...), '"', ':')
		text, err := a.valueJSON(v)
		if err != nil {
			return nil, err
		}
		b = append(b, text...)
	}
	frame, err := json.Marshal(p.Frame)
	if err != nil {
		return nil, err
	}
	if len(b) > 1 {
		b = append(b, ',')
	}
	return append(b, frame[1:]...), nil
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
	read := reflect.New(pointFields())
	if err := json.Unmarshal(b, read.Interface()); err != nil {
		var e *json.UnmarshalTypeError
		if errors.As(err, &e) {
			e.Struct = "point"
		}
		return err
	}
	*p = Point{Frame: read.Elem().Field(len(written)).Interface().(Frame)}
	for i, a := range written {
		text := ""
		switch v := read.Elem().Field(i).Addr().Interface().(type) {
		case *Value:
			if v.OK {
				text = ofFloat(v.X)
			}
		case *int:
			if *v != 0 {
				text = ofInt(*v)
			}
		case *string:
			text = *v
		case *Flag:
			text = v.String()
		}
		if len(text) > longest {
			return Errorf(a.Name, "the word has %d bytes", len(text))
		}
		if text != "" { // most axes of a point have none
			p.values = p.values.with(a.id, text)
		}
	}
	return p.check()
}

// Struct is the point as a struct with a field for each parameter and the frame behind,
// whose tags say how each is written in JSON, for those who walk structs.
func (p Point) Struct() any {
	v := reflect.New(pointFields()).Elem()
	for i, a := range written {
		text, ok := p.values.find(a.id)
		if !ok {
			continue
		}
		switch f := v.Field(i).Addr().Interface().(type) {
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
	v.Field(len(written)).Set(reflect.ValueOf(p.Frame))
	return v.Interface()
}

// EachText replaces every word of the point, such as by one that is fit for a terminal.
func (p *Point) EachText(replace func(string) string) {
	for _, a := range written {
		if v, ok := p.values.find(a.id); ok && a.kind == word {
			p.values = p.values.with(a.id, replace(v))
		}
	}
	p.By, p.Clip = replace(p.By), replace(p.Clip)
}

// pointFields is a struct with a field for each axis, in the order in which they are
// written, and the frame, so that points are read by the rules of encoding/json.
var pointFields = sync.OnceValue(func() reflect.Type {
	return structOf(written, func(a *Axis) reflect.Type { return jsonTypes[a.kind] }, reflect.TypeFor[Frame]())
})

var jsonTypes = map[kind]reflect.Type{
	number: reflect.TypeFor[Value](), count: reflect.TypeFor[int](), word: reflect.TypeFor[string](), toggle: reflect.TypeFor[Flag](),
}

// structOf is a struct with a field for each axis and an embedded one behind.
func structOf(axes []*Axis, typeOf func(*Axis) reflect.Type, rest reflect.Type) reflect.Type {
	var fields []reflect.StructField
	for _, a := range axes {
		options := ",omitzero"
		if a.Written {
			options = ""
		}
		fields = append(fields, reflect.StructField{
			Name: "Axis_" + a.jsonName(), Type: typeOf(a), Tag: reflect.StructTag(`json:"` + a.jsonName() + options + `"`),
		})
	}
	return reflect.StructOf(append(fields, reflect.StructField{Name: "Rest", Type: rest, Anonymous: true}))
}
