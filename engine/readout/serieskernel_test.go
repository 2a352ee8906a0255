package readout

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/hmm"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/machines"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// sines returns fifteen series of 8 to 11 frames in three classes, the last three for
// tests, with a number of each.
func sines() (train, test *mat.Dense, label []int, target []float64) {
	x := mat.NewDense(15, data.SeriesWidth(11, 1), nil)
	for k := range 15 {
		s := mat.NewDense(8+k%4, 1, nil)
		for i := range 8 + k%4 {
			s.Set(i, 0, math.Sin((0.4+0.25*float64(k%3))*float64(i)+0.2*float64(k)))
		}
		data.PackSeries(x.RawRowView(k), s)
		label, target = append(label, k%3), append(target, 0.3*float64(k)+math.Sin(float64(k)))
	}
	_, d := x.Dims()
	return x.Slice(0, 12, 0, d).(*mat.Dense), x.Slice(12, 15, 0, d).(*mat.Dense), label[:12], target[:12]
}

// seriesPoint returns a point of a readout with a kernel of series.
func seriesPoint(name string, by part.Assignment) part.Point {
	return part.Point{}.With(Name.Is(name), by, C.Is(10), Symbols.Is("sax:4"), WordLength.Is(2), Decay.Is(0.5))
}

// The machines of classes 0 against 1, 0 against 2 and 1 against 2, by kernels in Python and
// scikit-learn's SVC on their matrices, of three series that are not of the training part.
func TestSupportVectorsOfSeries(t *testing.T) {
	train, test, label, _ := sines()
	for name, want := range map[string][]float64{
		"gak":        {0.640679, 0.521584, 0.336438, -0.493746, -0.496424, 0.555597, 0.204774, -0.718502, -0.726397},
		"ssk":        {0.167816, 0.962800, 1.734482, -0.970554, -0.904536, 0.253599, -0.308132, -0.853334, -0.257879},
		"spectrum":   {0.536891, 1.018757, 2.420838, -0.973774, -0.313303, 1.195365, -0.729719, -0.925361, -0.668125},
		"dtw clip":   {0.404439, 0.715221, 0.948944, -0.940801, -0.993242, -0.614241, 0.273400, -0.915335, -1.016476},
		"dtw flip":   {0.448122, 0.740125, 1.012310, -1.035899, -1.065827, -0.738578, -0.024817, -1.100450, -1.248289},
		"dtw shift":  {0.291810, 0.641735, 0.831798, -0.755075, -0.863074, -0.454663, 0.520840, -0.661657, -0.786088},
		"dtw square": {0.842130, 0.884016, 0.955956, -0.858931, -1.115580, -0.919456, 0.970454, -0.189355, -0.546212},
	} {
		by, how, _ := strings.Cut(name, " ")
		at := seriesPoint("svm", Kernel.Is(by)).With(Sigma.Is(1), Indefinite.Is(how))
		if by == "dtw" {
			Sigma.Set(&at, part.Num(3))
		}
		m, err := NewSupportVectorMachine(t.Context(), train, label, 3, at)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := make([]float64, 9)
		for pair, v := range m.machines {
			values := make([]float64, 3)
			v.Apply(values, m.series.rows(test))
			for i, f := range values {
				got[3*i+pair] = f
			}
		}
		if !floats.EqualApprox(got, want, 2e-3) {
			t.Errorf("%s: %.6f, want %.6f", name, got, want)
		}
		if noted := strings.Contains(strings.Join(m.Notes, "\n"), "2 negative eigenvalues"); noted != (by == "dtw") {
			t.Errorf("%s: notes %q", name, m.Notes)
		}
	}
}

// The machine of classes 0 and 1 by Fisher scores is that of the inner products of the scores
// over their lengths.
func TestSupportVectorsByFisherScores(t *testing.T) {
	train, test, label, _ := sines()
	m, err := NewSupportVectorMachine(t.Context(), train, label, 3, seriesPoint("svm", Kernel.Is("fisher")).With(States.Is(2), Information.Is(part.FlagOn)))
	if err != nil {
		t.Fatal(err)
	}
	scores, err := hmm.LearnScores(t.Context(), m.series.symbols(train), 4, 2, true)
	if err != nil {
		t.Fatal(err)
	}
	unit := func(x *mat.Dense) (out [][]float64) {
		v, err := scores.Vectors(t.Context(), m.series.symbols(x))
		if err != nil {
			t.Fatal(err)
		}
		for i := range v.RawMatrix().Rows {
			s := slices.Clone(kernel.SeriesOf(v.RawRowView(i)).X)
			floats.Scale(1/floats.Norm(s, 2), s)
			out = append(out, s)
		}
		return out
	}
	of, held := unit(train), unit(test)
	var rows []int
	var y []float64
	for i, k := range label {
		if k < 2 {
			rows, y = append(rows, i), append(y, float64(1-2*k))
		}
	}
	g := mat.NewDense(len(rows), len(rows), nil)
	for i, a := range rows {
		for j, b := range rows {
			g.Set(i, j, floats.Dot(of[a], of[b]))
		}
	}
	s, err := machines.SolveSupport(t.Context(), machines.Table{Matrix: g}, y, machines.SupportOptions{C: 10})
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float64, 3)
	m.machines[0].Apply(got, m.series.rows(test))
	// The solver stops at a small violation of the optimum, and where it stops depends on
	// rounding.
	for i, z := range held {
		want := s.Bias
		for j, a := range rows {
			want += s.Beta[j] * floats.Dot(of[a], z)
		}
		if math.Abs(got[i]-want) > 2e-3 {
			t.Errorf("series %d: %g, want %g", i, got[i], want)
		}
	}
}

// The least eigenvalue of exp(−D/18) of the twelve series is −0.0145 by numpy.
func TestIndefiniteKernelOfAReadoutIsRefused(t *testing.T) {
	train, _, label, _ := sines()
	at := seriesPoint("svm", Kernel.Is("dtw")).With(Sigma.Is(3))
	_, err := NewSupportVectorMachine(t.Context(), train, label, 3, at)
	if err == nil || !strings.Contains(err.Error(), "2 eigenvalues of their kernel matrix are negative, down to -0.0145; use gak, or correct the matrix: --readout-indefinite clip") {
		t.Errorf("error %v", err)
	}
}

// Means, deviations and the likelihood of processes on three series, by numpy with the same
// kernels.
func TestGaussianProcessOfSeries(t *testing.T) {
	train, test, _, target := sines()
	for name, want := range map[string]struct {
		mean, sd   []float64
		likelihood float64
	}{
		"gak":      {[]float64{2.7733888, 2.4970797, 2.0960849}, []float64{0.8743508, 0.7780497, 0.8240143}, -26.7403210},
		"ssk":      {[]float64{2.9446025, 3.0663943, 1.8541827}, []float64{0.4833238, 0.4663180, 0.5300398}, -23.9058484},
		"spectrum": {[]float64{3.2145955, 3.0062493, 2.1224275}, []float64{0.4674780, 0.4926930, 0.5983668}, -25.0063936},
	} {
		at := seriesPoint("gp", GPKernel.Is(name)).With(GPSignal.Is(1), Noise.Is(0.3))
		if name == "gak" {
			GPLength.Set(&at, part.Num(1))
		}
		g, err := NewGaussianProcess(t.Context(), train, target, at)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		mean, sd, err := g.Distribute(t.Context(), test)
		if err != nil {
			t.Fatal(err)
		}
		if !floats.EqualApprox(mean, want.mean, 1e-6) || !floats.EqualApprox(sd, want.sd, 1e-6) {
			t.Errorf("%s: means %.7f and deviations %.7f, want %.7f and %.7f", name, mean, sd, want.mean, want.sd)
		}
		if l := g.Info()["log_marginal_likelihood"]; math.Abs(l-want.likelihood) > 1e-6 {
			t.Errorf("%s: log likelihood %.7f, want %.7f", name, l, want.likelihood)
		}
	}
}

// The fitted width, signal and noise have no smaller likelihood than any given ones nearby.
func TestFittedProcessOfSeries(t *testing.T) {
	train, _, _, target := sines()
	at := seriesPoint("gp", GPKernel.Is("gak"))
	g, err := NewGaussianProcess(t.Context(), train, target, at)
	if err != nil {
		t.Fatal(err)
	}
	best := g.Process.Likelihood().Log()
	length, signal, noise := g.series.sigma, g.Prior.Terms[0].Signal, g.Prior.Noise
	for _, by := range [][3]float64{{2, 1, 1}, {0.5, 1, 1}, {1, 1.1, 1}, {1, 0.9, 1}, {1, 1, 1.1}, {1, 1, 0.9}} {
		other, err := NewGaussianProcess(t.Context(), train, target, at.With(GPLength.Is(length*by[0]), GPSignal.Is(signal*by[1]), Noise.Is(noise*by[2])))
		if err != nil {
			t.Fatal(err)
		}
		if l := other.Process.Likelihood().Log(); l > best+1e-2 {
			t.Errorf("at %v times the fitted length, signal and noise the log likelihood is %.4f, above %.4f", by, l, best)
		}
	}
}

// Arrays of a damaged model are refused, or predict something, and never end the program.
func TestDamagedReadoutsOfSeries(t *testing.T) {
	train, test, label, target := sines()
	for _, at := range []part.Point{
		seriesPoint("svm", Kernel.Is("gak")).With(Sigma.Is(1)), seriesPoint("svm", Kernel.Is("ssk")),
		seriesPoint("gp", GPKernel.Is("gak")).With(GPLength.Is(1)), seriesPoint("gp", GPKernel.Is("spectrum")),
		seriesPoint("svm", Kernel.Is("fisher")).With(States.Is(2), Information.Is(part.FlagOn)), seriesPoint("gp", GPKernel.Is("fisher")).With(States.Is(2)),
	} {
		kind := Kinds.Build(at)
		classes, arrays := 0, map[string]*mat.Dense(nil)
		if kind.Classify != nil {
			m, err := kind.Classify(t.Context(), train, label, 3, at)
			if err != nil {
				t.Fatal(err)
			}
			classes, arrays = 3, m.(Saved).Arrays()
		} else {
			m, err := kind.Regress(t.Context(), train, target, at)
			if err != nil {
				t.Fatal(err)
			}
			arrays = m.(Saved).Arrays()
		}
		for damaged := range arrays {
			for other := range maps.Keys(arrays) {
				apply(t, kind, at, test, Arrays{Columns: 1, Classes: classes, Of: func(name string) *mat.Dense {
					if name == damaged && name != other {
						name = other
					}
					return arrays[name]
				}})
			}
			without := Arrays{Columns: 1, Classes: classes, Of: func(name string) *mat.Dense {
				if name == damaged {
					return nil
				}
				return arrays[name]
			}}
			if _, err := kind.Restore(at, without); err == nil {
				t.Errorf("%s: restored without %s", at.Label(), damaged)
			}
		}
	}
}

// apply restores a readout, and applies what can be restored.
func apply(t *testing.T, kind Kind, at part.Point, x *mat.Dense, a Arrays) {
	t.Helper()
	saved, err := kind.Restore(at, a)
	if err != nil {
		return
	}
	switch m := saved.(type) {
	case Classifier:
		m.Discriminants(x)
	case Regressor:
		m.Predict(x)
	}
}
