package part

import (
	"encoding/json"
	"iter"
	"reflect"
	"slices"
	"sync"
)

// Texts holds what a user wrote for the axes of a sweep. It is comparable. Only Set changes
// it.
type Texts struct{ values values }

// Of returns the text of an axis; "" if nothing was written.
func (t Texts) Of(a *Axis) string {
	v, _ := t.values.find(a.id)
	return v
}

// Set sets the text of an axis.
func (t *Texts) Set(a *Axis, text string) { t.values = t.values.with(a.id, text) }

// All returns the axes with their non-empty texts, in the order in which they are written.
func (t Texts) All() iter.Seq2[*Axis, string] {
	return func(yield func(*Axis, string) bool) {
		for _, a := range written {
			if v, ok := t.values.find(a.id); ok && !yield(a, v) {
				return
			}
		}
	}
}

// AppendJSON appends the texts as members to the open JSON object in b.
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

// AppendSettings appends the settings of a role that have a text to the open JSON object in
// b, with the values that points have.
func (t Texts) AppendSettings(b []byte, role Role) ([]byte, error) {
	for _, a := range settings {
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

// FillSettings sets the settings without a text to their defaults.
func (t *Texts) FillSettings() {
	for _, a := range settings {
		if t.Of(a) == "" {
			t.Set(a, a.Default)
		}
	}
}

// Point returns a point with the settings, without those at their defaults. An invalid
// setting is an error that names it.
func (t Texts) Point() (p Point, err error) {
	for _, a := range settings {
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

// UnmarshalTexts reads a JSON object with the texts of axes, the settings and the fields of
// rest, a pointer to a struct. Members that the object lacks keep their values in t and
// rest.
func UnmarshalTexts(b []byte, t Texts, rest any) (Texts, error) {
	behind := reflect.ValueOf(rest).Elem()
	read := reflect.New(textFields(behind.Type())).Elem()
	last := len(written) + len(settings)
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
	for i, a := range settings {
		if text := fieldValue(read.Field(len(written) + i)); text != "" {
			var p Point
			p.values = p.values.with(a.id, text)
			if err := a.check(&p); err != nil && a.kind != word { // words are checked with the sweep
				return t, err
			}
			t.values = t.values.with(a.id, a.Of(&p))
		}
	}
	behind.Set(read.Field(last))
	return t, nil
}

// textFields returns a struct type with a text for each axis, a value for each setting, and
// the fields of rest. It caches the types, because creating one takes longer than reading
// texts.
func textFields(rest reflect.Type) reflect.Type {
	if t, ok := textTypes.Load(rest); ok {
		return t.(reflect.Type)
	}
	texts := fieldsAs(written, func(*Axis) reflect.Type { return reflect.TypeFor[axisText]() })
	t := reflect.StructOf(append(slices.Concat(texts, fieldsOf(settings)), embedded(rest)))
	textTypes.Store(rest, t)
	return t
}

var textTypes sync.Map // struct types by the type of rest

// axisText is the text of an axis in JSON. It may be a number, because older engines wrote
// a number where the axis was a setting.
type axisText string

// UnmarshalJSON reads a string, or a number as it is written.
func (t *axisText) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9') {
		*t = axisText(b)
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}
