package hmm_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/hmm"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// logits are the parameters of L30 in the order of a score.
var logits = []float64{0.2, -0.2, 1, 0, 0.3, 0.9, 0.8, 0, -0.5, -0.4, 0.1, 0.7}

// softmax returns e^θ, divided by the sum of its row.
func softmax(rows int, θ []float64) *mat.Dense {
	out := mat.NewDense(rows, len(θ)/rows, slices.Clone(θ))
	for i := range rows {
		row := out.RawRowView(i)
		for j, v := range row {
			row[j] = math.Exp(v)
		}
		floats.Scale(1/floats.Sum(row), row)
	}
	return out
}

// logOf returns the log-likelihood of a series.
func logOf(m *hmm.Model, series []int32) float64 {
	return hmm.NewScorer(m).Score(make([]float64, m.Parameters()), series)
}

// two returns the model of two states, three letters and several equal columns.
func two(θ []float64, columns int) *hmm.Model {
	var emissions []*mat.Dense
	for k := range columns {
		emissions = append(emissions, softmax(2, θ[6+6*k:][:6]))
	}
	return &hmm.Model{Start: softmax(1, θ[:2]).RawRowView(0), Transitions: softmax(2, θ[2:6]), Emissions: emissions}
}

// allPaths returns the log-likelihood summed over all paths of states.
func allPaths(m *hmm.Model, series []int32) float64 {
	n, s := len(series)/m.Columns(), m.States()
	sum := 0.0
	path := make([]int, n)
	for code := range int(math.Pow(float64(s), float64(n))) {
		for t := range path {
			path[t] = code % s
			code /= s
		}
		p := m.Start[path[0]]
		for t, state := range path {
			if t > 0 {
				p *= m.Transitions.At(path[t-1], state)
			}
			for k, e := range m.Emissions {
				p *= e.At(state, int(series[t*m.Columns()+k]))
			}
		}
		sum += p
	}
	return math.Log(sum)
}

// differences returns the gradient of a log-likelihood by central differences.
func differences(θ []float64, f func(θ []float64) float64) []float64 {
	out := make([]float64, len(θ))
	const h = 1e-5
	for i := range out {
		a, b := slices.Clone(θ), slices.Clone(θ)
		a[i] += h
		b[i] -= h
		out[i] = (f(a) - f(b)) / (2 * h)
	}
	return out
}

// L30: likelihoods by both passes and by all paths, scores by counts and by differences, and
// the kernel of scores.
func TestL30ScoresOfAHiddenMarkovModel(t *testing.T) {
	m := two(logits, 1)
	if err := m.Check(); err != nil || m.Parameters() != len(logits) {
		t.Fatal(err, m.Parameters())
	}
	series := [][]int32{{0, 1, 2, 2}, {0, 0, 1}, {2, 1, 2, 0, 1}}
	scores := mat.NewDense(3, len(logits), nil)
	scorer := hmm.NewScorer(m)
	for i, want := range []float64{-4.382224327336, -2.983867322046, -5.878078272908} {
		linalgtest.Near(t, "log-likelihood", logOf(m, series[i]), want, 1e-11)
		linalgtest.Near(t, "log-likelihood over all paths", allPaths(m, series[i]), want, 1e-11)
		linalgtest.Near(t, "log-likelihood of the score", scorer.Score(scores.RawRowView(i), series[i]), want, 1e-11)
		for j, d := range differences(logits, func(θ []float64) float64 { return allPaths(two(θ, 1), series[i]) }) {
			linalgtest.Near(t, fmt.Sprintf("score %d of series %d", j, i), scores.At(i, j), d, 1e-8)
		}
	}
	for j, want := range []float64{
		0.2785807896, -0.2785807896, 0.1247792085, -0.1247792085, 0.0308226562, -0.0308226562,
		0.3482468609, 0.0311790724, -0.3794259333, 0.1528945664, 0.1674464457, -0.3203410121,
	} {
		linalgtest.Near(t, fmt.Sprintf("score %d of 001", j), scores.At(1, j), want, 6e-11)
	}
	var k mat.Dense
	k.Mul(scores, scores.T())
	for i, row := range [][]float64{{0.8369116732, -0.3119962811, 0.0788331275}, {0.6084997609, -0.4608815129}, {0.8793795251}} {
		for j, want := range row {
			linalgtest.Near(t, "kernel", k.At(i, i+j), want, 6e-11)
		}
	}
}

// Several columns are emitted independently given the state.
func TestColumnsAreIndependentGivenTheState(t *testing.T) {
	θ := append(slices.Clone(logits), 0.3, -0.9, 0.2, 1.1, 0.4, -0.6)
	m := two(θ, 2)
	series := []int32{0, 2, 1, 1, 2, 0, 0, 0}
	want := allPaths(m, series)
	score := make([]float64, m.Parameters())
	linalgtest.Near(t, "log-likelihood", hmm.NewScorer(m).Score(score, series), want, 1e-12)
	for j, d := range differences(θ, func(θ []float64) float64 { return allPaths(two(θ, 2), series) }) {
		linalgtest.Near(t, fmt.Sprintf("score %d", j), score[j], d, 1e-8)
	}
}

// sampled returns series of a model of two states that rarely change.
func sampled(n int) [][]int32 {
	r := rand.New(rand.NewPCG(4, 0))
	emit := [][]float64{{0.8, 0.15, 0.05}, {0.05, 0.15, 0.8}}
	out := make([][]int32, n)
	for i := range out {
		state := r.IntN(2)
		for range 20 + r.IntN(20) {
			u, symbol := r.Float64(), int32(0)
			for symbol < 2 && u > emit[state][symbol] {
				u -= emit[state][symbol]
				symbol++
			}
			out[i] = append(out[i], symbol)
			if r.Float64() < 0.1 {
				state = 1 - state
			}
		}
	}
	return out
}

// Baum–Welch never lowers its objective, finds the states, and gives the same twice.
func TestFitFindsTheStates(t *testing.T) {
	series := sampled(60)
	m, told, err := hmm.Fit(context.Background(), series, 1, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range told.Objective {
		if i > 0 && v < told.Objective[i-1]-1e-9 {
			t.Errorf("round %d: the objective falls from %v to %v", i, told.Objective[i-1], v)
		}
	}
	stays, tells := math.Min(m.Transitions.At(0, 0), m.Transitions.At(1, 1)), math.Abs(m.Emissions[0].At(0, 0)-m.Emissions[0].At(1, 0))
	if stays < 0.8 || tells < 0.6 {
		t.Errorf("states stay with %v and differ by %v:\n%v", stays, tells, mat.Formatted(m.Emissions[0]))
	}
	again, _, _ := hmm.Fit(context.Background(), series, 1, 3, 2)
	if !mat.Equal(m.Transitions, again.Transitions) || !floats.Equal(m.Start, again.Start) {
		t.Error("a second fit differs")
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, _, err := hmm.Fit(ended, series, 1, 3, 2); err == nil {
		t.Error("the end of the context is not seen")
	}
}

// A series of thousands of frames does not underflow, and a symbol that was never seen is
// not impossible.
func TestLongSeriesAndUnseenSymbols(t *testing.T) {
	long := make([]int32, 20000)
	for i := range long {
		long[i] = int32(i/7) % 2
	}
	m, _, err := hmm.Fit(context.Background(), [][]int32{long}, 1, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	if log := logOf(m, []int32{0, 2, 1}); math.IsInf(log, 0) || math.IsNaN(log) {
		t.Errorf("log-likelihood of an unseen symbol: %v", log)
	}
	if log := logOf(m, long); math.IsInf(log, 0) || math.IsNaN(log) {
		t.Errorf("log-likelihood of a long series: %v", log)
	}
}

func BenchmarkFit(b *testing.B) {
	series := sampled(100)
	for b.Loop() {
		if _, _, err := hmm.Fit(context.Background(), series, 1, 3, 4); err != nil {
			b.Fatal(err)
		}
	}
}
