package locate

import (
	"maps"
	"testing"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/internal/check"
)

func TestNamePattern(t *testing.T) {
	for _, c := range []struct {
		pattern, base string
		want          map[string]string
	}{
		{"{label}_{group}_{rep}", "3_theo_12", map[string]string{"label": "3", "group": "theo", "rep": "12"}},
		{"{label}_{group}_{rep}.wav", "3_theo_12", map[string]string{"label": "3", "group": "theo", "rep": "12"}},
		{"rec{n}", "rec07", map[string]string{"n": "07"}},
		{"{a}-{b}_x", "p-q_x", map[string]string{"a": "p", "b": "q"}},
		{"{a}--{b}", "p-r--q", map[string]string{"a": "p-r", "b": "q"}},
	} {
		p, err := ParseName(c.pattern, format.List{{Extensions: []string{".wav"}}})
		if err != nil {
			t.Fatalf("%s: %v", c.pattern, err)
		}
		if got, err := p.Match(c.base, ".wav"); err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%s of %s: %v, %v", c.pattern, c.base, got, err)
		}
	}
	for pattern, want := range map[string]string{
		"{a}{b}": "no text between", "abc": "no field", "{a": "not closed", "a}": `no "{"`, "{}": "must be a word",
		"{a b}": "must be a word", "{a}_{a}": "occurs twice", "{a{b}}": "not closed",
	} {
		_, err := ParseName(pattern, format.List{{Extensions: []string{".wav"}}})
		check.Error(t, err, true, want)
	}
	for _, c := range [][3]string{
		{"{a}_{b}", "p-q", `no "_"`}, {"{a}_{b}", "p_q_r", "separator"}, {"{a}_{b}", "_q", "empty"}, {"{a}_{b}", "p_", "empty"},
		{"x{a}", "ya", "begin"}, {"{a}x", "ay", "end"}, {"{a}-{b}_{c}", "x-y-z_1", "separator"},
	} {
		p, err := ParseName(c[0], format.List{{Extensions: []string{".wav"}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Match(c[1], ".wav")
		check.Error(t, err, true, c[0], c[1], c[2])
	}
}

// FuzzName matches any pattern with any name: the fields of a match reproduce
// the name.
func FuzzName(f *testing.F) {
	for _, p := range []string{"{label}_{group}_{rep}", "x{a}y", "{a}{b}", "{a", "{a}-{b}_{c}.wav"} {
		f.Add(p, "3_theo_1")
	}
	f.Fuzz(func(t *testing.T, pattern, base string) {
		p, err := ParseName(pattern, format.List{{Extensions: []string{".wav"}}})
		if err != nil || p == nil {
			return
		}
		values, err := p.Match(base, ".wav")
		if err != nil {
			return
		}
		again := p.literals[0]
		for i, field := range p.Fields {
			again += values[field] + p.literals[i+1]
		}
		if again != base {
			t.Fatalf("%q of %q gives %v", pattern, base, values)
		}
	})
}
