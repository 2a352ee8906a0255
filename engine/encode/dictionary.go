package encode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	ksvdSweeps = 30
	l1Sweeps   = 15
	// grain bounds the samples that a goroutine codes at a time.
	grain = 32
)

var ksvd = part.Part[space.FrontKind]{
	Name: "ksvd", Prefix: "ksvd:", Doc: "sparse codes over a dictionary learnt by K-SVD: ksvd:100:4 (atoms, entries)",
	Parameters: []part.Parameter{Code},
	Read:       func(word string) (string, error) { _, err := numbers(word, 4); return word, err },
	Build:      dictionaryKind(func(v []float64) coding { return coding{"omp", v[1]} }, 4, ksvdNeeds),
}

var l1 = part.Part[space.FrontKind]{
	Name: "l1", Prefix: "l1:", Doc: "sparse codes with an l1 penalty: l1:100:0.2 (atoms, λ)",
	Parameters: []part.Parameter{Code},
	Read:       func(word string) (string, error) { _, err := numbers(word, 0.2); return word, err },
	Build:      dictionaryKind(func(v []float64) coding { return coding{"l1", v[1]} }, 0.2, l1Needs),
}

// dictionaryKind returns the kind of a front that learns a dictionary for a coding.
// usual is the default of the number after that of the atoms.
func dictionaryKind(codingOf func([]float64) coding, usual float64, need func(n, d, k, number float64) (held, work float64)) space.FrontKind {
	restore := func(at part.Point, mean []float64, atoms *mat.Dense) (space.Front, error) {
		v, err := numbers(wordOf(at), usual)
		if err != nil {
			return nil, err
		}
		code, err := parseCoding(Code.Of(at))
		if err != nil {
			return nil, err
		}
		if len(mean) == 0 {
			return nil, fmt.Errorf("the mean that is subtracted from samples is missing")
		}
		return newDictionary(mean, atoms, code, codingOf(v)), nil
	}
	return space.FrontKind{
		Needs: needsOf(usual, need),
		Components: func(at part.Point, d int) int {
			code, err := parseCoding(Code.Of(at))
			if err != nil {
				return atomCount(at, d)
			}
			return code.width(atomCount(at, d))
		},
		Learn: func(ctx context.Context, at part.Point, x *mat.Dense) (space.Front, error) {
			v, err := numbers(wordOf(at), usual)
			if err != nil {
				return nil, err
			}
			mean, centred := centre(x)
			start, err := startAtoms(centred, int(v[0]), at.Seed)
			if err != nil {
				return nil, fmt.Errorf("--front %s: %w", wordOf(at), err)
			}
			atoms, a, record, err := learn(ctx, centred, start, codingOf(v))
			if err != nil {
				return nil, fmt.Errorf("--front %s: %w", wordOf(at), err)
			}
			front, err := restore(at, mean, atoms)
			if err != nil {
				return nil, err
			}
			d := front.(*dictionary)
			if d.info = codeInfo(a, atoms, record); d.info.NonZeros == 0 {
				return nil, fmt.Errorf("--front %s: with a penalty of %g every code is zero: take a smaller one", wordOf(at), v[1])
			}
			return d, nil
		},
		Learnt: func(at part.Point) part.Point { Code.Set(&at, ""); return at },
		Recode: func(at part.Point, learnt space.Front) (space.Front, error) {
			of := learnt.(*dictionary)
			front, err := restore(at, of.mean, of.atoms)
			if err != nil {
				return nil, err
			}
			d := front.(*dictionary)
			d.info = of.info
			return d, nil
		},
		Restore: restore,
	}
}

// learn learns the atoms for a coding from samples x and first atoms. It returns them
// with the codes of x, and the minimised objective after each sweep.
func learn(ctx context.Context, x, start *mat.Dense, by coding) (atoms, a *mat.Dense, objective []part.Float, err error) {
	var record []codes.Sweep
	if by.kind == "l1" {
		atoms, a, record, err = codes.L1Dictionary(ctx, x, start, by.number, l1Sweeps)
	} else {
		atoms, a, record, err = codes.KSVD(ctx, x, start, codes.Learning{NonZeros: int(by.number), Sweeps: ksvdSweeps, Replace: true})
	}
	for _, s := range record {
		objective = append(objective, part.Float(s.Learnt))
	}
	return atoms, a, objective, err
}

// centre returns the mean of the rows of x, and a copy of x from which the mean is
// subtracted.
func centre(x *mat.Dense) (mean []float64, centred *mat.Dense) {
	n, d := x.Dims()
	mean = make([]float64, d)
	for i := range n {
		floats.Add(mean, x.RawRowView(i))
	}
	floats.Scale(1/float64(n), mean)
	centred = mat.NewDense(n, d, nil)
	for i := range n {
		floats.SubTo(centred.RawRowView(i), x.RawRowView(i), mean)
	}
	return mean, centred
}

// errSame reports training samples without differences.
var errSame = errors.New("all training samples are the same: there is nothing to learn")

// startAtoms returns the first atoms: k samples other than 0, drawn by seed.
func startAtoms(x *mat.Dense, k int, seed uint64) (*mat.Dense, error) {
	n, d := x.Dims()
	start := mat.NewDense(k, d, nil)
	count := 0
	for _, i := range rand.New(rand.NewPCG(seed, 0x636f6465)).Perm(n) {
		if row := x.RawRowView(i); count < k && floats.Norm(row, 2) > 0 {
			copy(start.RawRowView(count), row)
			count++
		}
	}
	switch {
	case count == 0:
		return nil, errSame
	case count < k:
		return nil, fmt.Errorf("%d atoms, but only %d training samples differ from their mean: take fewer atoms", k, count)
	}
	return start, nil
}

// codeInfo summarises codes, their atoms (nil if these are not compared), and the
// objective.
func codeInfo(a, atoms *mat.Dense, objective []part.Float) result.Front {
	n, k := a.Dims()
	info := result.Front{Atoms: k, Objective: objective}
	for _, of := range duplicateAtoms(atoms) {
		if of >= 0 {
			info.Double++
		}
	}
	count := 0
	for j := range k {
		used := false
		for i := range n {
			if a.At(i, j) != 0 {
				used = true
				count++
			}
		}
		if !used {
			info.Unused++
		}
	}
	info.NonZeros = part.Float(float64(count) / float64(n))
	return info
}

// dictionary codes samples in atoms, after subtracting a mean.
type dictionary struct {
	mean   []float64
	atoms  *mat.Dense // K×d
	coder  *codes.Coder
	code   coding
	learnt coding
	info   result.Front
}

func newDictionary(mean []float64, atoms *mat.Dense, code, learnt coding) *dictionary {
	return &dictionary{mean: mean, atoms: atoms, coder: codes.NewCoder(atoms), code: code, learnt: learnt}
}

func (d *dictionary) Components() int { return d.code.width(d.coder.Len()) }

func (d *dictionary) Parts() ([]float64, *mat.Dense) { return d.mean, d.atoms }

func (d *dictionary) Info() result.Front { return d.info }

func (d *dictionary) Note(inputs int) string {
	return fmt.Sprintf("codes of %d atoms of %d inputs", d.coder.Len(), inputs) + uselessNote(d.info)
}

// uselessNote returns a note on unused and duplicate atoms.
func uselessNote(info result.Front) string {
	text := ""
	if info.Unused > 0 {
		text += fmt.Sprintf("; %d of them in no code", info.Unused)
	}
	if info.Double > 0 {
		text += fmt.Sprintf("; %d of them are others again", info.Double)
	}
	if text != "" {
		text += ": fewer would do"
	}
	return text
}

func (d *dictionary) Project(dst, x *mat.Dense) {
	_ = d.forEachSample(context.Background(), x, func(i int, at *codes.Coder, centred, workspace []float64) {
		d.code.write(dst.RawRowView(i), workspace, centred, at, d.learnt)
	})
}

// coefficients writes the coefficients of the atoms (b×K), by the coding that they were
// learnt for.
func (d *dictionary) coefficients(dst, x *mat.Dense) {
	_ = d.forEachSample(context.Background(), x, func(i int, at *codes.Coder, centred, workspace []float64) {
		coding{"own", 0}.write(dst.RawRowView(i), workspace, centred, at, d.learnt)
	})
}

// forEachSample calls f with each sample, the mean subtracted, on all processors.
func (d *dictionary) forEachSample(ctx context.Context, x *mat.Dense, f func(i int, at *codes.Coder, centred, workspace []float64)) error {
	n, inputs := x.Dims()
	return parallel.For(ctx, n, grain, func(lo, hi int) {
		at := d.coder.Clone()
		centred, workspace := make([]float64, inputs), make([]float64, at.Len())
		for i := lo; i < hi; i++ {
			floats.SubTo(centred, x.RawRowView(i), d.mean)
			f(i, at, centred, workspace)
		}
	})
}

// Error returns the squared norm of the residuals of the coding that the atoms were
// learnt for, because soft codes are not coefficients.
func (d *dictionary) Error(ctx context.Context, x *mat.Dense) (float64, error) {
	n, _ := x.Dims()
	left := make([]float64, n)
	err := d.forEachSample(ctx, x, func(i int, at *codes.Coder, centred, workspace []float64) {
		coding{"own", 0}.write(workspace, workspace, centred, at, d.learnt)
		for j, a := range workspace {
			if a != 0 {
				floats.AddScaled(centred, -a, d.atoms.RawRowView(j))
			}
		}
		left[i] = floats.Dot(centred, centred)
	})
	return floats.Sum(left), err
}

// duplicateAtoms returns for each atom the index of an earlier one with the same
// direction up to sign, or −1; nil for nil atoms.
func duplicateAtoms(atoms *mat.Dense) []int {
	if atoms == nil {
		return nil
	}
	k, _ := atoms.Dims()
	out := make([]int, k)
	for j := range out {
		out[j] = -1
		a := atoms.RawRowView(j)
		for o := range j {
			b := atoms.RawRowView(o)
			if dot := floats.Dot(a, b); dot != 0 && math.Abs(dot) > sameAtom*floats.Norm(a, 2)*floats.Norm(b, 2) {
				out[j] = o
				break
			}
		}
	}
	return out
}

// sameAtom is the cosine above which two atoms have the same direction.
const sameAtom = 0.99

// ksvdNeeds returns the costs of K-SVD for n samples of d inputs, k atoms and s
// entries. It holds the centred samples and their residuals, the codes, and the Gram
// matrix of the atoms. A sweep codes all samples, and updates each atom from the second
// moments of the samples that use it, by steps of a power iteration.
func ksvdNeeds(n, d, k, s float64) (held, work float64) {
	const steps = 50
	return 2*n*d + n*k + 2*k*d + k*k + d*d, ksvdSweeps * vectorCost * (n*(k*d+k*s*s/2) + n*s*d*d/2 + k*steps*d*d)
}

// l1Needs returns the costs of learning with an l1 penalty for n samples of d inputs
// and k atoms. It holds the codes twice. A code has about half as many entries as it
// may have, and each entry costs a solve.
func l1Needs(n, d, k, _ float64) (held, work float64) {
	m := min(k, d) / 2
	return 2*n*d + 2*n*k + 2*k*d + 4*k*k, l1Sweeps * (vectorCost*n*(k*d+m*(m*m/3+m*k)) + 10*k*k*(k+d))
}
