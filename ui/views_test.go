package ui

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/datasets/data"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/uitest"
)

// fakeInspection returns the computed details of a fake point on the fake set.
func fakeInspection(p int) *resolve.Inspection {
	const train, n, length = 160, 240, 20
	x := &resolve.Inspection{Outputs: &run.Outputs{Train: mat.NewDense(train, p, nil), Test: mat.NewDense(n-train, p, nil)}}
	for i := range n {
		for j := range p {
			v := math.Sqrt2 * math.Sin(float64((i+20*(i/length%2))*(j+1))/12)
			if i < train {
				x.Train.Set(i, j, v)
			} else {
				x.Test.Set(i-train, j, v)
			}
		}
		if i < train {
			x.TrainRows = append(x.TrainRows, i)
		} else {
			x.TestRows = append(x.TestRows, i)
		}
	}
	for range train / length {
		x.TrainSpans = append(x.TrainSpans, length)
	}
	for range (n - train) / length {
		x.TestSpans = append(x.TestSpans, length)
	}
	x.Graph = fakeGraph(x, p)
	return x
}

func fakeGraph(x *resolve.Inspection, p int) *resolve.GraphView {
	n, _ := x.Train.Dims()
	g := &resolve.GraphView{Samples: n, Pairs: n - 8, Q: float64(n), R: float64(n - 8), Consistency: 0.003, Components: 8, Weakest: []int{0, 19, 20, 39}, Degree: []float64{0.5, 0.5, 0.5, 0.5}}
	for range 2 {
		m := make([][]float64, 40)
		for i := range m {
			m[i] = make([]float64, 40)
			for j := range m {
				if i-j < 2 && j-i < 2 {
					m[i][j] = float64(4 - i + j)
				}
			}
		}
		g.Matrix, g.ByClass = m, m
	}
	g.Responses = mat.NewDense(n, p, nil)
	for j := range p {
		g.Delta, g.Free = append(g.Delta, 0.02*float64(j+1)), append(g.Free, 0.01*float64(j+1))
		for i := range n {
			g.Responses.Set(i, j, math.Cos(float64(i*(j+1))/25))
		}
	}
	for i := 1; i < n; i++ {
		if i%20 != 0 {
			g.Edges = append(g.Edges, [2]int{i - 1, i})
		}
	}
	return g
}

func fakeRescored() *resolve.Rescored {
	r := &resolve.Rescored{}
	for i := range 6 {
		r.Groups = append(r.Groups, resolve.GroupScore{Group: fmt.Sprint("speaker", i), Samples: 40, Segments: 2, Sample: 0.8, Segment: 1 - float64(i)/10, RMSE: math.NaN()})
	}
	for k, name := range []string{"lda", "perceptron"} {
		c := resolve.SizeCurve{Readout: part.Point{}.With(readout.Name.Is(name))}
		for _, p := range []int{1, 2, 3, 4, 6, 8} {
			score := 0.98 - 0.4/float64(p) - 0.02*float64(k)
			c.P, c.Scores = append(c.P, p), append(c.Scores, []float64{score - 0.02, score + 0.02})
		}
		r.Curves = append(r.Curves, c)
	}
	return r
}

// fakeAnswer answers the inquiry of the current page.
func (m *model) fakeAnswer() *model {
	if m.scene.Set == nil {
		m.scene.Set = uitest.Set()
	}
	if q, ok := m.pageInquiry(); ok {
		variances := make([]float64, method.P.Of(q.Point))
		for i := range variances {
			variances[i] = 1 + 1e-9*float64(i)
			if i == 5 {
				variances[i] = 1.4
			}
		}
		m.scene.Probes[q.Kind] = &page.Probe{Inquiry: q, Outcome: page.Outcome{Inspection: fakeInspection(method.P.Of(q.Point)), Rescored: fakeRescored(), Variances: variances, Predictability: fakeForetold()}}
	}
	return m
}

// fakeForetold returns the predictability of two features that halves with each past: 0.8 and
// 0.4 with 10 neighbours.
func fakeForetold() *resolve.PredictabilityCurves {
	return &resolve.PredictabilityCurves{Samples: 200, Of: 400, Q: []int{1, 10, 100}, Past: []int{1, 2}, OverQ: [][]float64{{0.5, 0.8, 1.2}, {0.25, 0.4, 0.6}},
		Features: []int{1, 2}, OverP: []float64{0.3, 0.8}, AtQ: 10, AtPast: 1, Measured: true}
}

// The pictures of the features end with their predictability, which asks for its own answer.
func TestPredictabilityIsAPictureOfFeatures(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		turns []string
	}{{80, 24, []string{"v", "v", "v"}}, {200, 50, []string{"v"}}, {60, 20, []string{"v", "v", "v"}}} {
		m := done(t, c.w, c.h)
		m.keys("F")
		m.fakeAnswer()
		before := m.View()
		for _, key := range c.turns {
			m.View()
			m.keys(key)
		}
		if q, _ := m.pageInquiry(); q.Kind != page.MeasuringPredictability {
			t.Fatalf("%d×%d asks for kind %d", c.w, c.h, q.Kind)
		}
		text := ansi.Strip(m.fakeAnswer().View())
		if c.w < 100 {
			m.keys("v")
			text += ansi.Strip(m.View())
		}
		for _, want := range []string{"predictability ↓ over", "first 200 test samples", "past 1", "past 2", "white noise", "over the first p features"} {
			if !strings.Contains(text, want) || strings.Contains(text, "… ─") {
				t.Errorf("%d×%d: no %q in\n%s", c.w, c.h, want, text)
			}
		}
		if m.keys("v"); m.fakeAnswer().View() != before {
			t.Errorf("%d×%d: v does not lead back to the first picture", c.w, c.h)
		}
	}
}

// viewNames are the keys of the views; those of panes show them alone.
var viewNames = map[string][]string{"slowness": {"1", "1"}, "variance": {"2", "2"}, "accuracy": {"3", "3"}, "points": {"3", "4", "4"}, "map": {"5"}, "matters": {"6"},
	"choosing": {"7"}, "features": {"F"}, "graph": {"E"}, "data": {"d"}, "log": {"9"}}

// viewStates are the states in which every view is tested.
var viewStates = map[string]func(t testing.TB, w, h int) *model{
	"empty": looks["started"], "running": looks["running"], "done": looks["done"], "failed": looks["failed"], "replay": looks["replay"],
}

// TestViews compares every view in every state with the golden file, at all sizes.
func TestViews(t *testing.T) {
	for state, make := range viewStates {
		for view, keys := range viewNames {
			t.Run(view+" "+state, func(t *testing.T) {
				m := make(t, 80, 24)
				m.keys(keys...)
				m.fakeAnswer()
				checkSizes(t, view+" "+state, func(size [2]int) *model {
					m.scene.W, m.scene.H = size[0], size[1]
					return m
				}, func() string { return string(m.scene.Shown) })
			})
		}
	}
}

// No view is ever wider or higher than the screen, whatever its size and
// picture.
func TestViewsOfEverySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	tries := 12
	if os.Getenv("CI") != "" {
		tries = 36
	}
	for state, make := range viewStates {
		for view, keys := range viewNames {
			m := make(t, 80, 24)
			m.keys(keys...)
			for i := range tries {
				m.scene.W, m.scene.H = 1+rng.IntN(300), 1+rng.IntN(100)
				if i%2 == 0 {
					m.scene.W, m.scene.H = 1+rng.IntN(90), 1+rng.IntN(30)
				}
				if i%4 == 0 {
					m.keys([]string{"v", "[", "=", "-", "a", "L", "left", "right", "down", "up"}[rng.IntN(10)])
					m.scene.Shown, m.scene.Message = m.fakeAnswer().scene.Shown, ""
				}
				uitest.CheckScreen(t, m.View(), m.scene.W, m.scene.H)
				if t.Failed() {
					t.Fatalf("%s, %s at %d×%d", view, state, m.scene.W, m.scene.H)
				}
			}
		}
	}
}

// Every view can be reached from every other one with one key, in replays too.
func TestEveryViewIsOneKeyAway(t *testing.T) {
	heads := map[string]string{"1": "▸1 test slowness", "2": "▸2 unit variance", "3": "▸3 accuracy", "4": "▸4 points", "5": "▸5 validation accuracy",
		"6": "▸6 what matters", "7": "▸7 choosing", "F": "▸F features", "E": "▸E graph", "d": "▸c segments", "9": "▸9 log"}
	for _, m := range []*model{done(t, 80, 24), looks["replay"](t, 80, 24)} {
		for from := range heads {
			for to, head := range heads {
				if from == to || (from == "F" || from == "E") && to < "A" {
					continue
				}
				m.scene.Shown, m.overview().Focus, m.overview().Zoomed = page.Overview, overview.PaneTable, false
				m.keys(from, to)
				m.overview().Zoomed = true
				if text := m.View(); !strings.Contains(text, head) {
					t.Errorf("%s then %s shows\n%s", from, to, text)
				}
			}
		}
	}
	m := done(t, 80, 24)
	if m.keys("8"); m.scene.Shown != page.Tasks {
		t.Errorf("8 shows %q", m.scene.Message)
	}
}

// Details of a point are computed when their page is shown, only once, and cancelled when the
// page is left or another point is selected.
func TestProbesGoWithTheView(t *testing.T) {
	m := done(t, 80, 24)
	m.scene.Set, m.scene.Hash = uitest.Set(), "fake"
	if m.keys("F"); m.prober.Attend() == nil || m.scene.Probes[page.Inspecting] == nil || !m.scene.Probes[page.Inspecting].Pending {
		t.Fatal("nothing begins with the features")
	}
	first := m.scene.Probes[page.Inspecting]
	cancelled := 0
	cancel := first.Cancel
	first.Cancel = func() { cancelled++; cancel() }
	if m.keys("E"); m.prober.Attend() != nil || cancelled != 0 {
		t.Error("the graph of the same point is computed anew")
	}
	if m.keys("]"); m.prober.Attend() == nil || cancelled != 1 || m.scene.Probes[page.Inspecting].Point.Fold != 1 {
		t.Error("another fold does not begin, or the first goes on")
	}
	second := m.scene.Probes[page.Inspecting]
	m.prober.Probed(control.Probed{ID: first.ID, Outcome: page.Outcome{Err: errors.New("late")}})
	if !second.Pending || second.Err != nil {
		t.Error("the answer to what was asked before counts")
	}
	if m.keys("esc"); m.prober.Attend() != nil || m.scene.Probes[page.Inspecting] != nil {
		t.Error("it goes on after the view was left")
	}
	m.keys("F")
	m.prober.Attend()
	m.prober.Probed(control.Probed{ID: m.scene.Probes[page.Inspecting].ID, Outcome: page.Outcome{Inspection: fakeInspection(8)}})
	m.keys("esc", "d", "F")
	if m.prober.Attend() != nil || m.scene.Probes[page.Inspecting].Inspection == nil {
		t.Error("what was computed is computed anew")
	}
}

// While points arrive, the answer about the previous best point is shown until the one about
// the current best is there, and a new best point does not cancel a running computation.
func TestProbesOutlastTheBest(t *testing.T) {
	m := newFake(t, page.Live, 120, 40).computingFake(uitest.Records(30, nil))
	m.scene.Set, m.scene.Hash = uitest.Set(), "fake"
	follow := func(best int) { m.scene.Sweep.Best = best; m.scene.Arrange() }
	cancelled := 0
	begun := func() *page.Probe {
		t.Helper()
		p := m.scene.Probes[page.Inspecting]
		if p == nil || !p.Pending {
			t.Fatal("nothing is computed")
		}
		cancel := p.Cancel
		p.Cancel = func() { cancelled++; cancel() }
		return p
	}
	head := func(row int) {
		t.Helper()
		r := &m.scene.Sweep.Rows[row]
		if text := m.View(); !strings.Contains(text, string(m.scene.Words(r.Config))) || strings.Contains(text, "computing") {
			t.Errorf("row %d is not shown:\n%s", row, text)
		}
	}
	follow(0)
	m.keys("F")
	m.prober.Attend()
	first := begun()
	follow(1)
	if m.prober.Attend() != nil || cancelled != 0 || m.scene.Probes[page.Inspecting] != first {
		t.Error("what is computed is left for the next best")
	}
	m.Update(control.Probed{ID: first.ID, Outcome: page.Outcome{Inspection: fakeInspection(8)}})
	head(0)
	second := begun()
	if second.Of != m.scene.Result(&m.scene.Sweep.Rows[1]).Point {
		t.Error("the best one is not the next")
	}
	if !strings.Contains(m.View(), "loading the next one") {
		t.Error("the screen does not say that another one loads")
	}
	m.keys("E")
	head(0)
	m.keys("F")
	follow(2)
	m.Update(control.Probed{ID: second.ID, Outcome: page.Outcome{Inspection: fakeInspection(8)}})
	head(1)
	follow(1)
	third := begun()
	m.Update(control.Probed{ID: third.ID, Outcome: page.Outcome{Inspection: fakeInspection(8)}})
	m.prober.Attend()
	fourth := begun()
	m.ctl.ShowState(record.State{}) // like a replay that goes back
	if m.prober.Attend(); cancelled != 1 || m.scene.Probes[page.Inspecting] != nil {
		t.Error("it goes on where there is no point")
	}
	if m.prober.Probed(control.Probed{ID: fourth.ID, Outcome: page.Outcome{Inspection: fakeInspection(8)}}); !strings.Contains(m.View(), "this point is not computed yet") {
		t.Errorf("an answer without its point is shown:\n%s", m.View())
	}
}

// Points without details show the reason.
func TestProbesShowTheReason(t *testing.T) {
	for want, make := range map[string]func() *model{
		"no point is finished yet": func() *model { return looks["started"](t, 80, 24) },
		"this point failed": func() *model {
			m := looks["failed"](t, 80, 24)
			for i, at := range m.scene.Table.Order {
				if !m.scene.Sweep.Row(at).Measured() {
					m.scene.Table.Move(&m.scene.Sweep, i-m.scene.Table.At)
				}
			}
			return m
		},
		"no longer there": func() *model {
			m := newFake(t, page.Replaying, 80, 24).withSession(uitest.Records(60, nil))
			m.ctl.Player = replay.New(uitest.Records(60, nil), 1, choose.By{})
			m.ctl.Data.LoadID = m.ctl.NextID()
			m.Update(control.DataOpened{ID: m.ctl.Data.LoadID, Err: errors.New("words.csv is no longer there")})
			return m
		},
		"the data has changed since": func() *model {
			m := newFake(t, page.Replaying, 80, 24).withSession(uitest.Records(60, nil))
			m.ctl.Player = replay.New(uitest.Records(60, nil), 1, choose.By{})
			m.scene.Session.Header.Data.Hash = "other"
			m.ctl.Data.LoadID = m.ctl.NextID()
			m.Update(control.DataOpened{ID: m.ctl.Data.LoadID, Set: uitest.Set(), Hash: "fake"})
			return m
		},
		"out of memory": func() *model {
			m := done(t, 80, 24)
			m.scene.Set = uitest.Set()
			m.keys("F")
			m.prober.Attend()
			m.prober.Probed(control.Probed{ID: m.scene.Probes[page.Inspecting].ID, Outcome: page.Outcome{Err: errors.New("out of \x1b[31mmemory")}})
			return m
		},
	} {
		m := make()
		if m.keys("F"); !strings.Contains(m.View(), want) {
			t.Errorf("%q is not said:\n%s", want, m.View())
		}
	}
}

// A set without labels or groups, and segments of several classes, can be drawn.
func TestSegmentsAreDrawn(t *testing.T) {
	m := newReady(t, 100, 30)
	m.keys("d")
	for _, want := range []string{"b word0  1 of 12", "· no · speaker0", "b"} {
		if !strings.Contains(m.View(), want) {
			t.Errorf("%q is missing:\n%s", want, m.View())
		}
	}
	m.keys("]", "]")
	if !strings.Contains(m.View(), "word2  3 of 12") {
		t.Error("] does not draw the next segment")
	}
	m.keys("[", "[", "[")
	if !strings.Contains(m.View(), "word11  12 of 12") {
		t.Error("[ does not go round")
	}
	if m.keys("v"); !strings.Contains(m.View(), "3 inputs, from the first down") || !strings.Contains(m.View(), "█") {
		t.Errorf("v does not draw all inputs:\n%s", m.View())
	}
	m.scene.Set.Label, m.scene.Set.Classes = nil, nil
	m.scene.Set.Segments = []data.Segment{{Name: "all", Start: 0, End: 240}}
	uitest.CheckScreen(t, m.View(), 100, 30)
}

// The comparison lists every setting that points share, and D leaves what differs.
func TestCompareOnlyDifferences(t *testing.T) {
	m := done(t, 120, 60)
	m.keys("t", "down", "t", "c")
	if m.scene.Shown != page.Compare {
		t.Fatalf("%s is shown: %s", m.scene.Shown, m.scene.Message)
	}
	full := m.View()
	if !strings.Contains(full, "the same") || !strings.Contains(full, "graph=time") {
		t.Errorf("settings are missing:\n%s", full)
	}
	m.keys("D")
	if view := m.View(); strings.Contains(view, "the same") || strings.Contains(view, "graph=time") || !strings.Contains(view, "only differences") || !strings.Contains(view, "≠ ") {
		t.Errorf("only differences:\n%s", view)
	}
	if m.keys("D"); m.View() != full {
		t.Errorf("D twice:\n%s", m.View())
	}
}
