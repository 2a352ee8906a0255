package encode

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// measurements lists the kinds of random matrices Φ (d×m) of the products Φᵀx. The
// first is the default.
var measurements = []struct {
	name string
	fill func(phi *mat.Dense, rng *rand.Rand)
}{
	{"gaussian", func(phi *mat.Dense, rng *rand.Rand) {
		_, m := phi.Dims()
		phi.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() / math.Sqrt(float64(m)) }, phi)
	}},
	{"sign", func(phi *mat.Dense, rng *rand.Rand) {
		_, m := phi.Dims()
		phi.Apply(func(_, _ int, _ float64) float64 { return float64(2*rng.IntN(2)-1) / math.Sqrt(float64(m)) }, phi)
	}},
	{"sparse", func(phi *mat.Dense, rng *rand.Rand) {
		_, m := phi.Dims()
		phi.Apply(func(_, _ int, _ float64) float64 {
			switch rng.IntN(6) {
			case 0:
				return math.Sqrt(3 / float64(m))
			case 1:
				return -math.Sqrt(3 / float64(m))
			}
			return 0
		}, phi)
	}},
	{"rows", func(phi *mat.Dense, rng *rand.Rand) {
		d, m := phi.Dims()
		for j, i := range rng.Perm(d)[:m] {
			phi.Set(i, j, 1)
		}
	}},
}

var measurement = part.Part[space.FrontKind]{
	Name: "measure", Prefix: "measure:", Doc: "random measurements: measure:64, measure:64:sign, :sparse, :rows (random inputs)",
	Parameters: []part.Parameter{Recovery, Noise},
	Read:       func(word string) (string, error) { _, _, err := parseMeasurement(word); return word, err },
	Build: space.FrontKind{
		Random: true,
		Raw:    func(at part.Point) bool { return Recovery.Of(at) != "" },
		Judge:  judgeRecovery, JudgeNeeds: recoveryNeeds,
		Components: func(at part.Point, d int) int {
			m, _, err := parseMeasurement(wordOf(at))
			if err != nil {
				return d
			}
			return m
		},
		Learn: func(_ context.Context, at part.Point, x *mat.Dense) (space.Front, error) {
			m, kind, err := parseMeasurement(wordOf(at))
			if err != nil {
				return nil, err
			}
			_, d := x.Dims()
			if m > d {
				return nil, fmt.Errorf("--front %s: %d measurements of %d inputs: take at most as many as there are inputs", wordOf(at), m, d)
			}
			phi := mat.NewDense(d, m, nil)
			measurements[kind].fill(phi, rand.New(rand.NewPCG(at.DrawSeed(), 0x6d656173)))
			return space.NewProjection(make([]float64, d), phi), nil
		},
	},
}

// parseMeasurement parses the number of measurements and their kind, an index into
// measurements.
func parseMeasurement(word string) (m, kind int, err error) {
	_, rest, _ := strings.Cut(word, ":")
	number, name, _ := strings.Cut(rest, ":")
	if m, err = strconv.Atoi(number); err != nil || m < 1 {
		return 0, 0, fmt.Errorf("%q: expected a number of measurements, as in measure:64", word)
	}
	if name == "" {
		return m, 0, nil
	}
	for i, k := range measurements {
		if k.name == name {
			return m, i, nil
		}
	}
	names := []string{}
	for _, k := range measurements {
		names = append(names, k.name)
	}
	return 0, 0, fmt.Errorf("%q: %q is no kind of measurement: %s", word, name, strings.Join(slices.Clone(names), ", "))
}
