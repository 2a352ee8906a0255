package sessions

import (
	"math"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/sessions/record"
)

// TestGoldenVersion1 verifies that testdata/version1 can be read. Format version 1 and
// engine 0.10.0 wrote it; never write it anew. It contains a cancelled sweep that was
// paused, edited and resumed, a failed point, a conflict, a record kind of a later version,
// an unfinished line, and a point without its journal line.
func TestGoldenVersion1(t *testing.T) {
	s, err := Open("testdata/version1")
	must(t, err)
	h := s.Header
	if h.Name != "golden" || h.Version != 1 || !h.Created.Equal(born) || h.Spec.Text("sigma") != "0.1,1.1" || h.Seed != 7 ||
		h.Data.N != 150 || h.Data.D != 3 || h.Data.Segments != 5 || h.Data.Classes != 2 || h.Data.Options.Label != "class" ||
		h.Data.Options.Paths[0] != "a.csv" || len(h.Data.Sources) != 1 || h.KernelPath != "gonum-amd64" || h.GOMAXPROCS != 2 {
		t.Errorf("header is %+v", h)
	}
	const missing = "c39ea1964df22c7126eef70bd20f98103da8df90b42e2fa9273a5b181ca24194"
	if len(s.Plan()) != 5 || len(s.Done()) != 4 || len(s.Missing()) != 1 || s.Missing()[0] != missing || len(s.Damage()) != 0 {
		t.Errorf("plan %v, missing %v, damage %v", s.Plan(), s.Missing(), s.Damage())
	}
	st := s.State()
	if st.Status != record.Running || st.Total != 5 || st.Failed != 1 || len(st.Conflicts) != 1 || st.Last != 121 ||
		math.Abs(st.Progress()-8.0/9) > 1e-12 || st.Elapsed() != 60*time.Millisecond || st.Stage != "picks of fold 0: 20 of 100" {
		t.Errorf("state is %+v", st)
	}
	var order []string
	for _, r := range st.Results {
		order = append(order, r.Key[:2])
	}
	if strings.Join(order, " ") != "26 34 b3 87" {
		t.Errorf("points arrived as %v", order)
	}
	r := st.Results[0]
	want := part.Point{}.With(method.Name.Is("sfa"), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(0.1), method.Lambda.Is(1e-7), subset.M.Is(20), method.P.Is(2), subset.Name.Is("mp-mah"), space.Basis.Is("stable"), kernel.Shift.Is(part.FlagOn), readout.Name.Is("lda"))
	if r.Point != want || r.Rank != 20 || r.Condition != 322580645.1612903 || r.Slowness.Train[1] != 0.6451612903225806 || !r.Variance.OK ||
		!math.IsNaN(float64(r.Slowness.Test[1])) || !math.IsInf(float64(r.Slowness.MeanTest), 1) || r.Accuracy.Sample != 0.3225806451612903 ||
		len(r.Picks) != 3 || r.Notes[0] != "kept λ < 1 & σ > 0" || r.Seconds != 0.25 {
		t.Errorf("the first point is %+v", r)
	}
	rep, err := Check("testdata/version1")
	must(t, err)
	if rep.Truncated != 1 || rep.Unjournaled != 1 || rep.Records != 18 || len(rep.Damage) != 1 || !strings.Contains(rep.Damage[0].What, "different results") {
		t.Errorf("report is %+v", rep)
	}
}
