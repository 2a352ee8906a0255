package compare

import (
	"slices"

	"example.com/sfatui/sessions"
)

// Setting is a row of a table of settings, with a column for each session.
type Setting struct {
	Name string
	// Values holds the values of each session; none where a session lacks the setting.
	Values [][]string
	// Differs reports that not all sessions have the same values.
	Differs bool
}

// Settings returns every setting that any of the sessions has. A setting keeps its place in
// the first session that has it.
func Settings(of ...[]sessions.SettingValues) []Setting {
	var out []Setting
	for i, all := range of {
		at := 0 // where the next new setting belongs
		for _, v := range all {
			k := slices.IndexFunc(out, func(s Setting) bool { return s.Name == v.Name })
			if k < 0 {
				k = at
				out = slices.Insert(out, k, Setting{Name: v.Name, Values: make([][]string, len(of))})
			}
			out[k].Values[i] = v.Values
			at = k + 1
		}
	}
	for i, s := range out {
		out[i].Differs = slices.ContainsFunc(s.Values, func(v []string) bool { return !slices.Equal(v, s.Values[0]) })
	}
	return out
}

// parametersOf returns the settings in which two sessions differ.
func parametersOf(a, b []sessions.SettingValues) []Parameter {
	var out []Parameter
	for _, s := range Settings(a, b) {
		if !s.Differs {
			continue
		}
		p := Parameter{Name: s.Name}
		for _, v := range s.Values[0] {
			if slices.Contains(s.Values[1], v) {
				p.Both = append(p.Both, v)
			} else {
				p.OnlyA = append(p.OnlyA, v)
			}
		}
		for _, v := range s.Values[1] {
			if !slices.Contains(s.Values[0], v) {
				p.OnlyB = append(p.OnlyB, v)
			}
		}
		out = append(out, p)
	}
	return out
}
