package roster

import "testing"

func TestValuesText(t *testing.T) {
	for want, values := range map[string][]string{
		"–":                     nil,
		"0 1e-7 -2.5e-8 1e6 on": {"0", "1e-07", "-2.5e-08", "1e+06", "on"},
		"rel:0.25:8:6 1e-05x":   {"rel:0.25:8:6", "1e-05x"},
		"1 2 3 4 … 1e-8 (10)":   {"1", "2", "3", "4", "5", "6", "7", "8", "9", "1e-08"},
	} {
		if got := valuesText(values); string(got) != want {
			t.Errorf("%q is %q, want %q", values, got, want)
		}
	}
}
