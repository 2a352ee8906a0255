package jsonl

import (
	"reflect"

	"example.com/sfatui/datasets/message"
)

// texts is what knows its texts itself, such as a point.
type texts interface {
	EachText(replace func(string) string)
}

// CleanTexts makes every exported text within x, a pointer to a struct, fit for
// a terminal ([message.Clean]). Files may come from a stranger.
func CleanTexts(x any) { cleanValue(reflect.ValueOf(x)) }

func cleanValue(v reflect.Value) {
	if v.CanAddr() {
		if x, ok := v.Addr().Interface().(texts); ok {
			x.EachText(message.Clean)
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			cleanValue(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				cleanValue(v.Field(i))
			}
		}
	case reflect.Slice:
		if k := v.Type().Elem().Kind(); k == reflect.String || k == reflect.Struct {
			for i := range v.Len() {
				cleanValue(v.Index(i))
			}
		}
	case reflect.String:
		if s := v.String(); message.Clean(s) != s {
			v.SetString(message.Clean(s))
		}
	}
}
