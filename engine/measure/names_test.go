package measure

import (
	"regexp"
	"testing"
)

// Texts write the names of measures in one form: RMSE, not rmse. Only IDs and filters are in
// lower case.
func TestNamesAreWrittenInOneForm(t *testing.T) {
	lower := regexp.MustCompile(`\b(rmse|mae|auc|nlpd|loo|xi|eta)\b`)
	for _, m := range All() {
		s := m.Show
		for _, name := range []string{m.Label, s.Heading, s.Report, s.Map, s.Contrast, s.Chosen, s.Brief} {
			if word := lower.FindString(name); word != "" {
				t.Errorf("%s: %q has %q", m.ID, name, word)
			}
		}
	}
	for objective, want := range map[string]string{ByRMSE: "RMSE", ByAccuracy: "accuracy", InTime: "slowness in time", ByXi: "ξ", ByBalancedAccuracy: "balanced accuracy"} {
		if name := ObjectiveName(objective); name != want {
			t.Errorf("%s is %q in words, want %q", objective, name, want)
		}
	}
}
