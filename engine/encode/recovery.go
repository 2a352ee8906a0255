package encode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/machines"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Recovery selects the base in which samples are recovered from measurements; "" for
// none.
var Recovery = part.NewWord(part.Axis{
	Name: "recovery", Default: "none", Unset: "none",
	Doc: "reconstruct samples from --front measure:M and compare the error with that of M principal components: dct, dct:8x8 (images, rows × columns), fourier, dictionary:100:4 (learnt; atoms, entries), identity; " +
		"by minimal 1-norm, or, with the suffix :omp:8, by matching pursuit (entries)",
	Remedy: "write none, dct, dct:8x8, fourier, dictionary, dictionary:100:4 or identity, optionally followed by :omp or :omp:8",
	Read: func(word string) (string, error) {
		_, err := parseRecovery(word)
		return word, err
	},
})

// Noise sets the bound η on ‖y − ΦᵀDa‖₂ for the measurements y of a sample with the
// code a.
var Noise = part.NewNumber(part.Axis{
	Name: "recovery-noise", Default: "0", Unset: "0", Log: true, Must: part.AtLeast0,
	When: func(p *part.Point) bool { return Recovery.Of(*p) != "" },
	Doc: "noise level of --recovery: the norm η of the residual of a sample's measurements, in the unit of the inputs; " +
		"for a standard deviation s in each of m measurements, η = s√m; 0: no noise",
})

// recovery holds a parsed word of [Recovery].
type recovery struct {
	base               string // dct, fourier, dictionary or identity
	rows, columns      int    // of the images of dct; 0 for other samples
	atoms, atomEntries int    // of a dictionary: atoms, and entries of a code
	pursue             bool
	entries            int // entries of a pursuit; 0 for half the measurements
}

// parseRecovery parses a word of [Recovery].
func parseRecovery(word string) (r recovery, err error) {
	of, behind, pursue := strings.Cut(word, ":omp")
	r.pursue = pursue
	if pursue && behind != "" {
		if r.entries, err = parsePositive(strings.TrimPrefix(behind, ":")); err != nil || behind[0] != ':' {
			return r, fmt.Errorf("%q: expected a number of entries, as in omp:8", word)
		}
	}
	var numbers string
	r.base, numbers, _ = strings.Cut(of, ":")
	switch {
	case r.base == "dct" && numbers != "":
		high, wide, _ := strings.Cut(numbers, "x")
		if r.rows, err = parsePositive(high); err == nil {
			r.columns, err = parsePositive(wide)
		}
		if err != nil {
			return r, fmt.Errorf("%q: expected the rows and columns of an image after dct:, such as 8x8", word)
		}
	case r.base == "dictionary":
		r.atoms, r.atomEntries = 100, 4
		k, s, both := strings.Cut(numbers, ":")
		if k != "" {
			r.atoms, err = parsePositive(k)
		}
		if both && err == nil {
			r.atomEntries, err = parsePositive(s)
		}
		if err != nil {
			return r, fmt.Errorf("%q: expected the numbers of atoms and entries after dictionary:, such as 100:4", word)
		}
	case r.base != "dct" && r.base != "fourier" && r.base != "identity" || numbers != "":
		return r, part.ErrUnknown
	}
	return r, nil
}

// parsePositive parses a whole number above 0.
func parsePositive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && n < 1 {
		err = errors.New("not above 0")
	}
	return n, err
}

// mostRecovered bounds the evenly spaced samples of a part on which the error is
// measured, because each requires a linear program.
const mostRecovered = 256

// isometries lists the numbers of entries for which δ is computed.
var isometries = []int{2, 3}

// judgeRecovery returns the errors of recovering samples of the training and the test
// part from the measurements of a front, and from as many principal components; nil
// without --recovery. It recovers samples without subtracting a mean, because they are
// sparse in that form; the components are those about the training mean. Both errors
// are shares of the energy of the samples about that mean.
func judgeRecovery(ctx context.Context, at part.Point, front space.Front, train, test *mat.Dense) (*result.Front, string, error) {
	if Recovery.Of(at) == "" {
		return nil, "", nil
	}
	by, err := parseRecovery(Recovery.Of(at))
	if err != nil {
		return nil, "", err
	}
	mean, centred := centre(train)
	info := &result.Front{}
	base, err := by.learn(ctx, at, train, info)
	if err != nil {
		return nil, "", fmt.Errorf("--recovery %s: %w", Recovery.Of(at), err)
	}
	_, phi := front.Parts()
	decoder := codes.NewDecoder(phi, base).WithNoise(Noise.X(at))
	info.Atoms, _ = base.Dims()
	coherence := part.Float(codes.Coherence(phi, base))
	info.Coherence = &coherence
	for _, s := range isometries {
		if delta, ok := codes.Isometry(decoder.Atoms(), s); ok {
			info.Isometry = append(info.Isometry, part.Float(delta))
		}
	}
	principal, err := principalComponents(ctx, mean, centred, front.Components())
	if err != nil {
		return nil, "", err
	}
	info.Components = new(result.EnergyLeft)
	info.Rows = rowsOf(train, test)
	to := [][2]*part.Float{{&info.Relative.Train, &info.Components.Train}, {&info.Relative.Test, &info.Components.Test}}
	for i, x := range []*mat.Dense{train, test} {
		if x == nil {
			continue
		}
		taken := spaced(x, mostRecovered)
		left, entries, err := by.residual(ctx, decoder, phi, taken)
		if err != nil {
			return nil, "", fmt.Errorf("--recovery %s: %w", Recovery.Of(at), err)
		}
		subtractMean(taken, mean)
		total := energy(taken)
		*to[i][0] = part.Float(left / total)
		*to[i][1] = part.Float(1 - componentEnergy(taken, principal)/total)
		if i == 0 {
			info.NonZeros = part.Float(entries)
		}
	}
	return info, recoveryNote(info, len(mean)), nil
}

// rowsOf returns the numbers of samples on which errors are measured; nil for all.
func rowsOf(train, test *mat.Dense) *result.Rows {
	all := result.Rows{}
	all.Train, _ = train.Dims()
	if test != nil {
		all.Test, _ = test.Dims()
	}
	if most := max(all.Train, all.Test); most <= mostRecovered {
		return nil
	}
	return &result.Rows{Train: min(all.Train, mostRecovered), Test: min(all.Test, mostRecovered)}
}

// recoveryNote returns a note on the errors of recovered samples.
func recoveryNote(info *result.Front, inputs int) string {
	c := float64(*info.Coherence)
	if most := math.Sqrt(float64(inputs)); c > 0.999*most {
		return fmt.Sprintf("the coherence with the base is %.3g, the most that %d inputs have: measurements tell of single atoms, and nothing of the others is recovered", c, inputs)
	}
	of := ""
	if info.Rows != nil {
		of = fmt.Sprintf("; both of %d evenly spaced samples for training and %d of test", info.Rows.Train, info.Rows.Test)
	}
	return fmt.Sprintf("samples are recovered from them but for %.3g of their variance on test (as many components leave %.3g%s), with a coherence of %.3g", float64(info.Relative.Test), float64(info.Components.Test), of, c)
}

// learn returns the base (K×d); it learns a dictionary from samples (n×d).
func (r recovery) learn(ctx context.Context, at part.Point, x *mat.Dense, info *result.Front) (*mat.Dense, error) {
	_, d := x.Dims()
	switch {
	case r.base == "identity":
		return codes.Identity(d), nil
	case r.base == "fourier":
		return codes.Fourier(d), nil
	case r.base == "dct" && r.rows == 0:
		return codes.Cosines(d), nil
	case r.base == "dct" && r.rows*r.columns != d:
		return nil, fmt.Errorf("an image of %d×%d has %d pixels, and there are %d inputs", r.rows, r.columns, r.rows*r.columns, d)
	case r.base == "dct":
		return codes.ImageCosines(r.rows, r.columns), nil
	}
	start, err := startAtoms(x, r.atoms, at.Seed)
	if err != nil {
		return nil, err
	}
	atoms, _, record, err := learn(ctx, x, start, coding{"omp", float64(r.atomEntries)})
	info.Objective = record
	return atoms, err
}

// residual returns the squared norm of the part of samples (n×d) that is not recovered,
// and the mean number of entries of their codes. It fails if ctx ends and if a sample
// has no code.
func (r recovery) residual(ctx context.Context, of *codes.Decoder, phi, x *mat.Dense) (left, entries float64, err error) {
	n, d := x.Dims()
	m, k := of.Atoms().Dims()
	most := r.entries
	if most == 0 {
		most = max(m/2, 1)
	}
	var y mat.Dense
	y.Mul(x, phi)
	lost, count, errs := make([]float64, n), make([]float64, n), make([]error, n)
	err = parallel.For(ctx, n, 1, func(lo, hi int) {
		own := of.Clone()
		code, back := make([]float64, k), make([]float64, d)
		for i := lo; i < hi; i++ {
			if r.pursue {
				own.OMP(code, y.RawRowView(i), min(m, most))
			} else if errs[i] = own.L1(ctx, code, y.RawRowView(i)); errs[i] != nil {
				return
			}
			own.Sample(back, code)
			distance := floats.Distance(back, x.RawRowView(i), 2)
			lost[i] = distance * distance
			for _, a := range code {
				if a != 0 {
					count[i]++
				}
			}
		}
	})
	if err = errors.Join(append(errs, err)...); errors.Is(err, machines.ErrInfeasible) {
		return 0, 0, fmt.Errorf("no code of %d atoms reproduces the %d measurements of a sample: use more atoms, a larger --recovery-noise, or :omp", k, m)
	}
	return floats.Sum(lost), stat.Mean(count, nil), err
}

// spaced returns a copy of at most so many rows of x, evenly spaced.
func spaced(x *mat.Dense, most int) *mat.Dense {
	n, d := x.Dims()
	count := min(n, most)
	out := mat.NewDense(count, d, nil)
	for i := range count {
		out.SetRow(i, x.RawRowView(i*n/count))
	}
	return out
}

// subtractMean subtracts a mean from the rows of x.
func subtractMean(x *mat.Dense, mean []float64) {
	n, _ := x.Dims()
	for i := range n {
		floats.Sub(x.RawRowView(i), mean)
	}
}

// principalComponents returns the first m principal components of centred samples
// (d×m).
func principalComponents(ctx context.Context, mean []float64, centred *mat.Dense, m int) (*mat.Dense, error) {
	n, _ := centred.Dims()
	var c mat.SymDense
	c.SymOuterK(1/float64(n), centred.T())
	p, err := space.NewPCA(ctx, mean, &c, space.Keep{Components: m}, false)
	if err != nil {
		return nil, err
	}
	_, w := p.Parts()
	return w, nil
}

// componentEnergy returns the squared norm of the components w (d×m) of x.
func componentEnergy(x, w *mat.Dense) float64 {
	var z mat.Dense
	z.Mul(x, w)
	return energy(&z)
}

// energy returns the squared norm of x.
func energy(x *mat.Dense) float64 {
	norm := mat.Norm(x, 2)
	return norm * norm
}

// recoveryNeeds returns the costs of judgeRecovery: the components, the base, including
// the learning of a dictionary, and for some samples of both parts a linear program
// each, with several pivots for each measurement, or a pursuit.
func recoveryNeeds(at part.Point, n, d int) space.Needs {
	by, err := parseRecovery(Recovery.Of(at))
	m, _, unread := parseMeasurement(wordOf(at))
	if Recovery.Of(at) == "" || err != nil || unread != nil {
		return space.Needs{}
	}
	all, inputs, measurements := float64(n), float64(d), float64(m)
	atoms, held, work := inputs, 0.0, all*inputs*inputs
	if by.base == "dictionary" {
		atoms = float64(by.atoms)
		h, w := ksvdNeeds(all, inputs, atoms, float64(by.atomEntries))
		held, work = h, work+w
	}
	each := 3 * measurements * measurements * atoms
	if by.pursue {
		each = measurements * measurements * atoms / 2
	}
	gram := 4 * measurements * atoms
	if Noise.X(at) > 0 {
		gram += atoms * atoms
	}
	recovered := 2 * min(all, mostRecovered)
	return space.Needs{Numbers: int64(all*inputs + max(held, inputs*inputs+gram)), Work: work + vectorCost*recovered*each}
}
