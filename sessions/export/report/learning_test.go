package report

import (
	"math"
	"reflect"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
)

// There is one table per curve, whose heading contains the graph if there are
// several.
func TestLearningBlocks(t *testing.T) {
	row := &choose.Row{Config: part.Point{}.With(method.P.Is(3))}
	shares := []choose.ShareBest{{Share: 0.25, Validation: 0.5, Test: 0.625, Row: row}, {Share: 1, Validation: 0.123456, Test: part.Float(math.NaN()), Row: row}}
	got := learningBlocks([]choose.LearningCurve{{Shares: shares[1:]}, {Graph: "time", Shares: shares}}, part.Point.Label)
	head := []string{"share of the training part", "score on validation", "on test", "best point"}
	whole := []string{"100 %", "0.1235", "–", "p=3"}
	want := []Block{
		Heading("Learning curve"), Table{Head: head, Body: [][]string{whole}},
		Heading("Learning curve under graph time"), Table{Head: head, Body: [][]string{{"25 %", "0.5", "0.625", "p=3"}, whole}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
