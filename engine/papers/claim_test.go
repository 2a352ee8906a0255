package papers

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// A finding holds where every claim is beyond its error, does not hold where one is
// beyond it on the other side, and is undecided else.
func TestOutcomeOfClaims(t *testing.T) {
	sure := Claim{"sure", 1, 0.1, 4}
	for name, c := range map[string]struct {
		claims []Claim
		want   Outcome
	}{
		"none":                  {nil, Undecided},
		"sure":                  {[]Claim{sure}, Holds},
		"one within its error":  {[]Claim{sure, {"weak", 0.1, 0.1, 4}}, Undecided},
		"one against":           {[]Claim{sure, {"against", -1, 0.1, 4}}, DoesNotHold},
		"against, within error": {[]Claim{sure, {"against", -0.1, 0.1, 4}}, Undecided},
		"measured once":         {[]Claim{{"once", 5, math.NaN(), 1}}, Undecided},
		"never measured":        {[]Claim{{"never", math.NaN(), math.NaN(), 0}}, Undecided},
		"the same everywhere":   {[]Claim{{"same", 0.5, 0, 3}}, Holds},
		// t = 3 of three degrees of freedom: 0.03 on one side, too much for one of two.
		"against among two": {[]Claim{sure, {"against", -0.3, 0.1, 4}}, Undecided},
		"against alone":     {[]Claim{{"against", -0.3, 0.1, 4}}, DoesNotHold},
		// Less than what two processors may be apart.
		"rounding":         {[]Claim{{"rounding", 1e-7, 0, 3}}, Undecided},
		"rounding against": {[]Claim{{"rounding", -1e-7, 1e-9, 3}}, Undecided},
	} {
		if got := (Verdict{Claims: c.claims}).Outcome(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestVerdictLine(t *testing.T) {
	v := Verdict{Claims: []Claim{{"a below b (ln)", 1, 0.1, 4}, {"c above d", 0.1, 0.1, 4}}, Settings: "200 centres"}
	want := "the finding is undecided in another sweep, under other settings than the paper's (200 centres); 1 of 2 claims hold; least certain: c above d by 0.1 ± 0.1"
	if got := v.Line(" in another sweep"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	v = Verdict{Claims: v.Claims[:1]}
	if got := v.Line(""); got != "the finding holds; least certain: a below b (ln) by 1 ± 0.1" {
		t.Error(got)
	}
	v.Claims = []Claim{{"once", 5, math.NaN(), 1}}
	if got := v.Line(""); !strings.HasSuffix(got, "once by 5, measured once (error unknown)") {
		t.Error(got)
	}
}

// Repeats that are draws have no ratio; where nothing was drawn they are one measurement.
func TestClaimOfDrawsThatAreOne(t *testing.T) {
	if c := newClaim("", []float64{2, 2, 2}, 0); c.N != 1 {
		t.Errorf("of draws %+v", c)
	}
	if c := newClaim("", []float64{2, 2, 2}, 0.5); c.N != 3 || c.Error != 0 {
		t.Errorf("of folds %+v", c)
	}
	c := newClaim("", []float64{.02, .05, -.01, .03, .04, .02, .01, -.02, .03, .06}, 0.5)
	if math.Abs(c.Error-0.0193390796058) > 1e-12 {
		t.Errorf("error %v, want that of the corrected resampled t", c.Error)
	}
}

// A fold without an error is no proof beyond what the other folds show.
func TestNoErrorIsNotInfinitelyLess(t *testing.T) {
	e := evidence{repeats: []int{0, 1, 2, 3}}
	e.claimBelow("one fold without", series{0, 0.02, 0.03, 0.02}, series{0.04, 0.02, 0.01, 0.03})
	e.claimBelow("none with", series{0, 0, 0, 0}, series{0, 0, 0, 0})
	if c := e.claims[0]; math.IsInf(c.Margin, 0) || !(c.Error > 0) || c.outcome(1) != Undecided {
		t.Errorf("%+v is %s", c, c.outcome(1))
	}
	if c := e.claims[1]; c.Margin != 0 || c.outcome(1) != Undecided {
		t.Errorf("%+v is %s", c, c.outcome(1))
	}
}

// Where all folds agree, the error is that of the items: of two rows that get w of n wrong,
// √(w+1)/(n+2), by arithmetic on paper √5/402 and √1/402.
func TestSharesThatFoldsAgreeOn(t *testing.T) {
	row := func(wrong ...int) choose.Row {
		var r choose.Row
		for fold, w := range wrong {
			counts := [][]int{{50, 0}, {w, 50 - w}}
			res := &result.Result{NTrain: 300, NTest: 100, Confusion: &result.Confusion{Sample: counts, Segment: counts}}
			res.Point.Fold = fold
			words := part.Float(1 - float64(w)/100)
			res.Accuracy = &result.Accuracy{Sample: words, Segment: words}
			r.Results = append(r.Results, res)
		}
		return r
	}
	some, none, other := row(1, 1, 1, 1), row(0, 0, 0, 0), row(0, 1, 2, 1)
	e := newEvidence([]choose.Row{some, none, other})
	behind := func(a, b choose.Row) Claim {
		x, y := e.seriesOf(a, wordsRight), e.seriesOf(b, wordsRight)
		e.claimShares("behind", wordsRight, func(i int) float64 { return x[i] - y[i] + 0.02 }, a, b)
		return e.claims[len(e.claims)-1]
	}
	for name, c := range map[string]struct {
		got    Claim
		margin float64
		err    float64
	}{
		"some wrong":  {behind(some, none), 0.01, math.Sqrt(5) / 402},
		"none wrong":  {behind(none, none), 0.02, 1. / 402},
		"folds apart": {behind(other, none), 0.01, math.Sqrt(2./3*1e-4) * math.Sqrt(1./4+1./3)},
	} {
		if math.Abs(c.got.Margin-c.margin) > 1e-12 || math.Abs(c.got.Error-c.err) > 1e-12 {
			t.Errorf("%s: %v, want %v ± %v", name, c.got, c.margin, c.err)
		}
	}
	e.claimAboveChance("words", wordsRight, some)
	if c := e.claims[len(e.claims)-1]; math.Abs(c.Margin-0.49) > 1e-12 || c.outcome(1) != Holds {
		t.Errorf("%v, want 0.49 above chance", c)
	}
	always := row(50, 50, 50, 50) // the first class, whatever it is
	e.claimAboveChance("words", wordsRight, always)
	if c := e.claims[len(e.claims)-1]; c.outcome(1) == Holds {
		t.Errorf("one class always is above chance: %v", c)
	}
}

// A verdict of which claims are missing does not hold.
func TestMissingClaimsLeaveAFindingUndecided(t *testing.T) {
	v := Verdict{Claims: []Claim{{"sure", 1, 0.1, 4}}, Missing: "a finished point with p=2"}
	if v.Outcome() != Undecided {
		t.Errorf("the finding %s without some of its claims", v.Outcome())
	}
	v.Claims = []Claim{{"against", -1, 0.1, 4}}
	if v.Outcome() != DoesNotHold {
		t.Errorf("the finding %s against a claim", v.Outcome())
	}
}
