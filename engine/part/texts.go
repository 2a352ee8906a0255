package part

import (
	"encoding/json"
	"iter"
	"reflect"
	"slices"
	"sync"
)

// Texts is what a user wrote for the axes of a sweep. It is comparable, and is not
// changed but by Set.
type Texts struct{ values values }

// Of is the text of an axis; "" where nothing was written.
func (t Texts) Of(a *Axis) string {
	v, _ := t.values.find(a.id)
	return v
}

// Set writes the text of an axis.
func (t *Texts) Set(a *Axis, text string) { t.values = t.values.with(a.id, text) }

// All are the texts that are not empty, in the order in which they are written.
func (t Texts) All() iter.Seq2[*Axis, string] {
	return func(yield func(*Axis, string) bool) {
		for _, a := range written {
			if v, ok := t.values.find(a.id); ok && !yield(a, v) {
				return
			}
		}
	}
}

// AppendJSON adds the texts as members of an object that is begun in b.
func (t Texts) AppendJSON(b []byte) ([]byte, error) {
	for a, v := range t.All() {
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		b = AppendMember(b, a.jsonName(), text)
	}
	return b, nil
}

// AppendSettings adds the settings of a role that something was written for to an object that
// is begun in b, with their values as points have them.
func (t Texts) AppendSettings(b []byte, role Role) ([]byte, error) {
	for _, a := range shared {
		v := t.Of(a)
		if v == "" || a.Shared != role {
			continue
		}
		var err error
		if a.kind != word {
			if v, err = a.value(v); err != nil {
				return nil, err
			}
		}
		if b, err = a.appendMember(b, v); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// FillSettings writes the defaults of the settings that nothing was written for.
func (t *Texts) FillSettings() {
	for _, a := range shared {
		if t.Of(a) == "" {
			t.Set(a, a.Default)
		}
	}
}

// Point returns a point with the settings, but for those at their defaults. The error names
// a setting that cannot be.
func (t Texts) Point() (p Point, err error) {
	for _, a := range shared {
		v, err := a.value(t.Of(a))
		if err != nil {
			return p, err
		}
		if usual, err := a.value(a.Default); err != nil || usual != v {
			p.values = p.values.with(a.id, v)
		}
	}
	return p, nil
}

// UnmarshalTexts reads an object that holds texts of axes, settings and the fields of rest, a
// pointer to a struct. What the object lacks stays as it is in t and in rest.
func UnmarshalTexts(b []byte, t Texts, rest any) (Texts, error) {
	behind := reflect.ValueOf(rest).Elem()
	read := reflect.New(textFields(behind.Type())).Elem()
	last := len(written) + len(shared)
	read.Field(last).Set(behind)
	for i, a := range written {
		read.Field(i).SetString(t.Of(a))
	}
	if err := json.Unmarshal(b, read.Addr().Interface()); err != nil {
		return t, err
	}
	for i, a := range written {
		t.values = t.values.with(a.id, read.Field(i).String())
	}
	for i, a := range shared {
		if text := textIn(read.Field(len(written) + i)); text != "" {
			var p Point
			p.values = p.values.with(a.id, text)
			if err := a.check(&p); err != nil && a.kind != word { // words are read with the sweep
				return t, err
			}
			t.values = t.values.with(a.id, a.Of(&p))
		}
	}
	behind.Set(read.Field(last))
	return t, nil
}

// textFields is a struct with a text for each axis, a value for each setting, and a rest
// behind. To make one takes longer than to read one.
func textFields(rest reflect.Type) reflect.Type {
	if t, ok := textTypes.Load(rest); ok {
		return t.(reflect.Type)
	}
	texts := fieldsAs(written, func(*Axis) reflect.Type { return reflect.TypeFor[axisText]() })
	t := reflect.StructOf(append(slices.Concat(texts, fieldsOf(shared)), embedded(rest)))
	textTypes.Store(rest, t)
	return t
}

var textTypes sync.Map // of the rest

// axisText is the text of an axis in JSON. It may be a number: an axis may have been a setting
// of older engines, which wrote its value.
type axisText string

// UnmarshalJSON reads a string, or a number as it is written.
func (t *axisText) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9') {
		*t = axisText(b)
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}
