package journal

import (
	"testing"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/sessiontest"
)

// TestPointsOutOfBounds verifies that points with huge numbers of folds or inner splits are
// damage even if their checksums are right.
func TestPointsOutOfBounds(t *testing.T) {
	s := newSession(t, 1)
	for name, spoil := range map[string]func(*result.Result){
		"a fold": func(r *result.Result) { r.Point.Fold = -1 },
		"folds":  func(r *result.Result) { r.Point.Folds = 1 << 31 },
		"draws":  func(r *result.Result) { r.Point.Draw = 1 << 40 },
		"an inner split": func(r *result.Result) {
			r.Validation = &result.Scores{Parts: []result.ValidationPart{{Inner: 1 << 31}}}
		},
		"a negative one":        func(r *result.Result) { r.Validation = &result.Scores{Parts: []result.ValidationPart{{Inner: -7}}} },
		"folds by inner splits": func(r *result.Result) { r.Point.Folds, r.Point.Inner = 1<<20, 1<<20 },
	} {
		r := *sessiontest.Result(s.Plan()[0], 1)
		spoil(&r)
		file, err := encodePoint(r)
		must(t, err)
		if _, err := decodePoint(keys{}, r.Key, file); err == nil {
			t.Errorf("%s: it is read", name)
		}
	}
}
