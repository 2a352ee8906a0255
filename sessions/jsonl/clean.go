package jsonl

import (
	"reflect"

	"example.com/sfatui/datasets/message"
)

// CleanTexts makes every exported text within x, a pointer to a struct, fit for
// a terminal ([message.Clean]). Files may come from a stranger.
func CleanTexts(x any) { cleanValue(reflect.ValueOf(x)) }

func cleanValue(v reflect.Value) {
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
