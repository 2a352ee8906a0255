package recipe

import (
	"reflect"
	"strconv"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
)

// Apply sets the field of o that corresponds to a flag, and reports whether there is
// one. Without values it resets the field to its default. A flag has the field's JSON
// name, with - for _.
func Apply(o *datasets.Options, name string, values ...string) (known bool, err error) {
	v := reflect.ValueOf(o).Elem()
	for i := range v.NumField() {
		if flag, ok := flagOf(v.Type().Field(i)); ok && flag == name {
			return true, set(v.Field(i), name, values)
		}
	}
	return false, nil
}

// flagOf returns the flag of a field, and whether it has one.
func flagOf(f reflect.StructField) (name string, ok bool) {
	tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return strings.ReplaceAll(tag, "_", "-"), tag != "-" && tag != "paths"
}

// set sets a field to values.
func set(f reflect.Value, name string, values []string) error {
	if len(values) == 0 {
		f.SetZero()
		return nil
	}
	switch f.Kind() {
	case reflect.String:
		f.SetString(values[0])
	case reflect.Slice:
		f.Set(reflect.ValueOf(append([]string(nil), values...)))
	case reflect.Bool:
		on, err := strconv.ParseBool(values[0])
		if err != nil {
			return message.Usagef("--%s: write true or false, not %q", name, message.Clean(values[0]))
		}
		f.SetBool(on)
	case reflect.Int:
		n, err := strconv.Atoi(values[0])
		if err != nil || n < 0 {
			return message.Usagef("--%s: write a whole number, not %q", name, message.Clean(values[0]))
		}
		f.SetInt(int64(n))
	default:
		panic("recipe: a setting of type " + f.Type().String())
	}
	return nil
}

// Names returns the names of all settings of how data is read.
func Names() []string {
	var names []string
	for f := range reflect.TypeFor[datasets.Options]().Fields() {
		if name, ok := flagOf(f); ok {
			names = append(names, name)
		}
	}
	return names
}

// Values returns the values of an option by the name of its flag; nil for the default.
func Values(o datasets.Options, name string) []string {
	for _, s := range Settings(o) {
		if s.Name == name {
			return s.Values
		}
	}
	return nil
}

// Settings returns the options that differ from their defaults, by the names of
// flags, in the order of o.
func Settings(o datasets.Options) []Setting {
	v := reflect.ValueOf(o)
	var out []Setting
	for i := range v.NumField() {
		f := v.Field(i)
		name, ok := flagOf(v.Type().Field(i))
		if !ok || f.IsZero() {
			continue
		}
		s := Setting{Name: name}
		switch f.Kind() {
		case reflect.Slice:
			s.Values, s.List = f.Interface().([]string), true
		case reflect.Bool:
			s.Values, s.Switch = []string{strconv.FormatBool(f.Bool())}, true
		case reflect.Int:
			s.Values = []string{strconv.FormatInt(f.Int(), 10)}
		default:
			s.Values = []string{f.String()}
		}
		out = append(out, s)
	}
	return out
}
