package roster

import (
	"cmp"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compare"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/clean"
)

// Settings returns a line for each setting of sessions that were read: ≠, its symbol, and its
// values in each session. Lines of settings that all sessions share follow if shared is set.
func Settings(items []*list.Item, shared bool) []clean.Text {
	all := make([][]sessions.SettingValues, len(items))
	for i, it := range items {
		all[i] = it.Settings
	}
	var differ, same []clean.Text
	for _, s := range compare.Settings(all...) {
		name := clean.Of(s.Name)
		if a, ok := part.AxisNamed(s.Name); ok {
			name = clean.Of(cmp.Or(a.Symbol, a.Name))
		}
		if !s.Differs {
			same = append(same, "  "+name+": "+valuesText(s.Values[0]))
			continue
		}
		texts := make([]clean.Text, len(items))
		for i, values := range s.Values {
			texts[i] = valuesText(values)
		}
		differ = append(differ, "≠ "+name+": "+clean.Join(texts, " │ "))
	}
	if shared {
		differ = append(differ, same...)
	}
	return differ
}

// mostListed is the largest number of values of a setting that are all listed.
const mostListed = 9

// valuesText lists the values of a setting, with exponents as in [clean.Exponents]; of many, the
// first four, the last and their number.
func valuesText(values []string) clean.Text {
	switch n := len(values); {
	case n == 0:
		return "–"
	case n > mostListed:
		return clean.Sprintf("%s … %s (%d)", joined(values[:4]), joined(values[n-1:]), n)
	}
	return joined(values)
}

// joined joins values with blanks.
func joined(values []string) clean.Text {
	texts := make([]clean.Text, len(values))
	for i, v := range values {
		texts[i] = clean.Exponents(v)
	}
	return clean.Join(texts, " ")
}
