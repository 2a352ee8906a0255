package hierarchy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// noise returns n samples of d independent normal inputs of mean 5.
func noise(seed uint64, n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return 5 + rng.NormFloat64() }, x)
	return x
}

// time returns the moments of the time graph over segments of the given lengths.
func time(lengths ...int) Moments {
	return func(ctx context.Context, h *mat.Dense) (*moments.Moments, error) {
		_, m := h.Dims()
		return moments.Stream(ctx, moments.NewValues(space.Linear{D: m}, h, lengths))
	}
}

// along returns the moments of any other graph.
func along(g graph.Graph) Moments {
	return func(ctx context.Context, h *mat.Dense) (*moments.Moments, error) { return graph.Moments(ctx, g, h) }
}

func train(t testing.TB, s Shape, x *mat.Dense, under Moments) *Network {
	t.Helper()
	net, err := Train(context.Background(), s, x, under)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func apply(t testing.TB, net *Network, x *mat.Dense) *mat.Dense {
	t.Helper()
	y, err := net.Apply(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

// flat computes principal components → expansion → SFA without a network, directly from
// the packages: features of all rows, trained on the first n.
func flat(t testing.TB, x *mat.Dense, n, components, p int, lambda float64, under Moments) *mat.Dense {
	t.Helper()
	ctx := context.Background()
	rows, d := x.Dims()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	part := mat.DenseCopyOf(x.Slice(0, n, 0, d))
	m, err := moments.Stream(ctx, moments.NewValues(space.Linear{D: d}, part, []int{n}))
	must(err)
	front, err := space.NewPCA(ctx, m.Mean, m.C, space.Keep{Components: components}, false)
	must(err)
	y := mat.NewDense(rows, components, nil)
	front.Project(y, x)
	poly, err := space.NewPolynomial(components, 2)
	must(err)
	h := mat.NewDense(rows, poly.Dim(), nil)
	poly.Eval(h, y)
	m, err = under(ctx, h.Slice(0, n, 0, poly.Dim()).(*mat.Dense))
	must(err)
	white, err := sfa.Whiten(ctx, sfa.Problem{C: m.C, Cdot: m.Cdot})
	must(err)
	f, err := white.Rotate(ctx, lambda, p)
	must(err)
	var out mat.Dense
	out.Mul(h, f.A)
	return &out
}

// walk returns n samples of d inputs that change at different speeds.
func walk(seed uint64, n, d int) *mat.Dense {
	x := noise(seed, n, d)
	for i := 1; i < n; i++ {
		for j := range d {
			keep := float64(j+1) / float64(d+1)
			x.Set(i, j, 5+keep*(x.At(i-1, j)-5)+x.At(i, j)-5)
		}
	}
	return x
}

// One node over all inputs is principal components → expansion → SFA, under the
// time graph with segments and under a graph of labels, with λ and without.
func TestOneNodeIsTheFlatModel(t *testing.T) {
	const n, held, d = 600, 200, 12
	x := walk(1, n+held, d)
	label := make([]int, n)
	for i := range label {
		label[i] = (i/7)%4 - 1 // one of four has no label
		x.Set(i, 0, x.At(i, 0)+float64(label[i]))
	}
	clustered, err := graph.Clustered(label)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		under Moments
		p     int
	}{"time": {time(250, 1, 349), 7}, "clustered": {along(clustered), 2}} { // three classes make two features
		under, p := c.under, c.p
		for _, lambda := range []float64{0, 1e-2} {
			s := mustParse(t, fmt.Sprintf("4x3:all:pca6:poly2:lambda%g:sfa%d", lambda, p))
			net := train(t, s, x.Slice(0, n, 0, d).(*mat.Dense), under)
			got, want := apply(t, net, x), flat(t, x, n, 6, p, lambda, under)
			for j := range p {
				if diff := apart(got, want, j); diff > 1e-9 {
					t.Errorf("%s, λ = %g: feature %d is off by %g", name, lambda, j, diff)
				}
			}
			m, err := under(context.Background(), got.Slice(0, n, 0, p).(*mat.Dense))
			if err != nil {
				t.Fatal(err)
			}
			for i := range p {
				for j := range i + 1 {
					if want := map[bool]float64{true: 1}[i == j]; math.Abs(m.C.At(i, j)-want) > 1e-10 || math.Abs(m.Mean[i]) > 1e-10 {
						t.Errorf("%s, λ = %g: covariance (%d, %d) is %g, mean %g", name, lambda, i, j, m.C.At(i, j), m.Mean[i])
					}
				}
			}
		}
	}
}

// apart returns the spread of the difference of column j of a and of b, up to the sign
// of a feature and its mean.
func apart(a, b *mat.Dense, j int) float64 {
	spread := func(sign float64) float64 {
		var diff mat.VecDense
		diff.AddScaledVec(a.ColView(j), sign, b.ColView(j))
		return mat.Max(&diff) - mat.Min(&diff)
	}
	return min(spread(1), spread(-1))
}

// Two layers are two flat models, one on what the other gives.
func TestLayersAreStacked(t *testing.T) {
	const n = 500
	x := walk(2, n, 8)
	both := train(t, mustParse(t, "8:4:pca3:poly2:sfa3/all:pca4:poly2:sfa2"), x, time(n))
	left := flat(t, x.Slice(0, n, 0, 4).(*mat.Dense), n, 3, 3, 0, time(n))
	right := flat(t, x.Slice(0, n, 4, 8).(*mat.Dense), n, 3, 3, 0, time(n))
	var below mat.Dense
	below.Augment(left, right)
	got, want := apply(t, both, x), flat(t, &below, n, 4, 2, 0, time(n))
	for j := range 2 {
		if diff := apart(got, want, j); diff > 1e-9 {
			t.Errorf("feature %d is off by %g", j, diff)
		}
	}
}

// A large mean costs no digits, and 0.8Exp bends at the mean.
func TestInputsAreCentred(t *testing.T) {
	const n = 300
	x := walk(3, n, 6)
	far := mat.DenseCopyOf(x)
	far.Apply(func(_, _ int, v float64) float64 { return v + 0x1p20 }, far)
	s := mustParse(t, "6:3:0.8exp:sfa3/all:0.8exp:sfa4")
	near, away := train(t, s, x, time(n)), train(t, s, far, time(n))
	if !mat.EqualApprox(apply(t, near, x), apply(t, away, far), 1e-6) {
		t.Error("features depend on the origin of the inputs")
	}
}

// The same bits for any number of processors, and a row does not depend on
// those beside it.
func TestSameBits(t *testing.T) {
	const n = 700
	x := walk(4, n, 36)
	s := mustParse(t, "6x6:4x4+2x2:pca9:poly2:sfa8/all:0.8exp:sfa6")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var want *mat.Dense
	for _, procs := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(procs)
		got := apply(t, train(t, s, x, time(n)), x)
		if want == nil {
			want = got
		} else if !mat.Equal(got, want) {
			t.Errorf("other bits with GOMAXPROCS = %d", procs)
		}
	}
	net := train(t, s, x, time(n))
	if got := apply(t, net, x.Slice(300, 650, 0, 36).(*mat.Dense)); !mat.EqualApprox(got, want.Slice(300, 650, 0, 6), 1e-12) {
		t.Error("rows alone have other features")
	}
}

// A network of parts that do not fit is refused, not left to panic when it is
// applied.
func TestRestoreRefusesWhatDoesNotFit(t *testing.T) {
	x := walk(4, 300, 8)
	s := mustParse(t, "8:4:pca3:poly2:sfa3/all:poly2:sfa2")
	net := train(t, s, x, time(300))
	back, err := Restore(s, net.Layers())
	if err != nil || !mat.Equal(apply(t, back, x), apply(t, net, x)) {
		t.Fatalf("the parts as they were: %v", err)
	}
	for name, change := range map[string]func(layers [][]Node){
		"a layer without features": func(l [][]Node) { l[0][0], l[0][1] = Node{Empty: true}, Node{Empty: true} },
		"no features at all":       func(l [][]Node) { l[1][0] = Node{Empty: true} },
		"features of no inputs":    func(l [][]Node) { l[1][0] = Node{} },
		"a column too far":         func(l [][]Node) { l[0][0].In = []int{0, 1, 2, 8} },
		"means of fewer":           func(l [][]Node) { l[0][0].Origin = l[0][0].Origin[:3] },
		"other weights":            func(l [][]Node) { l[1][0].A = l[0][0].A.Slice(0, 2, 0, 1).(*mat.Dense) },
		"fewer nodes":              func(l [][]Node) { l[0] = l[0][:1] },
	} {
		layers := net.Layers()
		change(layers)
		if _, err := Restore(s, layers); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Nodes that see constant inputs have no features, and the rest is what it
// would be without them.
func TestConstantFields(t *testing.T) {
	const n = 400
	x := walk(5, n, 16) // 4×4; the top left field and one more input are constant
	for i := range n {
		for _, j := range []int{0, 1, 4, 5} {
			x.Set(i, j, 0.1)
		}
		x.Set(i, 15, 1e9+float64(i%2)*0x1p-23) // a rounding of itself
	}
	net := train(t, mustParse(t, "4x4:2x2:pca4:poly2:sfa4/all:sfa9"), x, time(n))
	y := apply(t, net, x)
	if _, p := y.Dims(); p != 9 || net.Outputs() != 9 {
		t.Fatalf("%d features", p)
	}
	for _, v := range y.RawMatrix().Data {
		if math.IsNaN(v) || math.Abs(v) > 1e3 {
			t.Fatalf("a feature is %g", v)
		}
	}
	notes := strings.Join(net.Notes(), "\n")
	for _, want := range []string{"layer 1: 1 of 4 nodes see nothing that varies", "layer 1: 2×2 nodes of 2×2 (2×2 of the inputs): 4 inputs → 4 components → 14 functions → 4 features; 3 to 4 components hold 100 % of the variance; rank 9 to 14 of 9 to 14 functions"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
	// A changed value of a constant input is not seen.
	changed := mat.DenseCopyOf(x)
	changed.Set(7, 0, 55)
	changed.Set(7, 15, -1e9)
	if !mat.Equal(apply(t, net, changed), y) {
		t.Error("an input that was constant in training changes the features")
	}
	// In the last layer, the outputs are those of the nodes that have some.
	top := train(t, mustParse(t, "4x4:2x2:poly2:sfa14"), x, time(n))
	if got := top.Outputs(); got != 14+14+9 {
		t.Errorf("%d outputs, want 37", got)
	}
	if notes := strings.Join(top.Notes(), "\n"); !strings.Contains(notes, "1 of 4 nodes have fewer than 14 features, the least 9") {
		t.Error(notes)
	}
}

// Inputs that vary only among samples that the graph leaves out have no
// variance under it.
func TestNoVarianceUnderTheGraph(t *testing.T) {
	const n = 120
	x := walk(6, n, 4)
	label := make([]int, n)
	for i := range label {
		label[i] = i%3 - 1
		if label[i] >= 0 {
			x.Set(i, 0, 2.5)
			x.Set(i, 1, 0.3)
		}
	}
	g, err := graph.Clustered(label)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"4:2:poly2:sfa3", "4:2:pca2:0.8exp:sfa3"} {
		net := train(t, mustParse(t, text), x, along(g))
		if net.Outputs() != 3 || !strings.Contains(strings.Join(net.Notes(), "\n"), "1 of 2 nodes see nothing that varies") {
			t.Errorf("%s: %d outputs: %q", text, net.Outputs(), net.Notes())
		}
	}
}

// Data that cannot be used are refused in words.
func TestTrainErrors(t *testing.T) {
	s := mustParse(t, "4:2:poly2:sfa2/all:sfa1")
	broken := errors.New("no graph today")
	constant := mat.NewDense(9, 4, slices.Repeat([]float64{0.1, 0.2, 0.3, 1e8}, 9))
	endless := noise(1, 9, 4)
	endless.Set(3, 2, math.Inf(1))
	huge := noise(1, 9, 4)
	huge.Set(3, 2, 1e100)
	for want, c := range map[string]struct {
		x     *mat.Dense
		under Moments
	}{
		"on 1 sample": {noise(1, 1, 4), time(1)},
		"layer 1: no node has a feature: all 4 inputs are constant":              {constant, time(9)},
		"layer 1, node 1 across and 1 down: no two samples are joined":           {noise(1, 3, 4), time(1, 1, 1)},
		"layer 1, node 1 across and 1 down: no graph today":                      {noise(1, 9, 4), func(context.Context, *mat.Dense) (*moments.Moments, error) { return nil, broken }},
		"layer 1, node 2 across and 1 down: the 5×5 moments overflow: scale the": {huge, time(9)},
		"to +Inf on the training data: remove values that are not finite":        {endless, time(9)},
	} {
		net, err := Train(context.Background(), s, c.x, c.under)
		if net != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// With fewer samples than functions the rank is that of the samples, and the
// notes warn.
func TestFewSamples(t *testing.T) {
	const n = 5
	net := train(t, mustParse(t, "4:all:poly2:sfa6"), noise(7, n, 4), time(n))
	if net.Outputs() != n-1 {
		t.Errorf("%d features of %d samples", net.Outputs(), n)
	}
	notes := strings.Join(net.Notes(), "\n")
	for _, want := range []string{"rank 4 of 14 functions", "fewer than 6 features, the least 4", "no fewer functions than the 5 training samples"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in\n%s", want, notes)
		}
	}
}

// Training and application end with their context.
func TestCancel(t *testing.T) {
	x := noise(8, 2000, 64)
	s := mustParse(t, "8x8:4x4+1x1:pca9:poly2:sfa6/all:sfa3")
	for after := range 4 {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		_, err := Train(ctx, s, x, func(ctx context.Context, h *mat.Dense) (*moments.Moments, error) {
			if calls++; calls > after {
				cancel()
			}
			return time(2000)(ctx, h)
		})
		cancel()
		if !errors.Is(err, context.Canceled) || calls != after+1 {
			t.Errorf("cancelled at node %d: %v after %d nodes", after+1, err, calls)
		}
	}
	net := train(t, mustParse(t, "8x8:4x4:pca3"), x, time(2000))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Train(ctx, s, x, time(2000)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := net.Apply(ctx, x); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
