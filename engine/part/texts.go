package part

import (
	"bytes"
	"encoding/json"
	"iter"
	"reflect"
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
		if !bytes.HasSuffix(b, []byte{'{'}) {
			b = append(b, ',')
		}
		b = append(append(append(append(b, '"'), a.jsonName()...), '"', ':'), text...)
	}
	return b, nil
}

// UnmarshalTexts reads an object that holds texts and the fields of rest, a pointer to a
// struct. What the object lacks stays as it is in t and in rest.
func UnmarshalTexts(b []byte, t Texts, rest any) (Texts, error) {
	behind := reflect.ValueOf(rest).Elem()
	read := reflect.New(textFields(behind.Type())).Elem()
	read.Field(len(written)).Set(behind)
	for i, a := range written {
		read.Field(i).SetString(t.Of(a))
	}
	if err := json.Unmarshal(b, read.Addr().Interface()); err != nil {
		return t, err
	}
	for i, a := range written {
		t.values = t.values.with(a.id, read.Field(i).String())
	}
	behind.Set(read.Field(len(written)))
	return t, nil
}

// textFields is a struct with a text for each axis and a rest behind. To make one takes
// longer than to read one.
func textFields(rest reflect.Type) reflect.Type {
	if t, ok := textTypes.Load(rest); ok {
		return t.(reflect.Type)
	}
	t := structOf(written, func(*Axis) reflect.Type { return reflect.TypeFor[string]() }, rest)
	textTypes.Store(rest, t)
	return t
}

var textTypes sync.Map // of the rest
