package encode

import (
	"context"
	"math"

	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Use is how samples use the K atoms of a front.
type Use struct {
	Share  []float64 // of the samples in whose code an atom is
	Energy []float64 // ‖a_j·d_j‖² over all samples, as a share of the sum over all atoms
	// Along is the mean |a_j| in stretches of the samples, K×stretches, and ByClass in the
	// classes, K×classes, nil without labels.
	Along, ByClass [][]float64
	// Double is an atom before it that an atom is up to its sign and length, −1 for none.
	Double []int
}

// stretches is the most stretches of the samples that are told apart.
const stretches = 400

// Atoms are the atoms (K×d) of a front: what the coefficients of a code stand for.
func Atoms(f space.Front) *mat.Dense {
	_, w := f.Parts()
	if _, ok := f.(space.Encoder); ok {
		return w
	}
	return mat.DenseCopyOf(w.T())
}

// UseOf codes samples (n×d) as a front learnt to and says how they use its atoms. Label is
// the class of each, below the number of classes, or nil. It fails when ctx ends.
func UseOf(ctx context.Context, f space.Front, x *mat.Dense, label []int, classes int) (*Use, error) {
	atoms := Atoms(f)
	k, _ := atoms.Dims()
	n, d := x.Dims()
	u := &Use{Share: make([]float64, k), Energy: make([]float64, k), Double: doubles(atoms), Along: rows(k, min(n, stretches))}
	if _, centres := f.(*codebook); centres {
		for j := range u.Double {
			u.Double[j] = -1 // centres in one direction differ
		}
	}
	counts := make([]float64, classes)
	if label != nil {
		u.ByClass = rows(k, classes)
	}
	codes := mat.NewDense(min(n, 16*grain), k, nil)
	for lo := 0; lo < n; lo += 16 * grain {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hi := min(n, lo+16*grain)
		some := codes.Slice(0, hi-lo, 0, k).(*mat.Dense)
		codesOf(f, some, x.Slice(lo, hi, 0, d).(*mat.Dense))
		for i := lo; i < hi; i++ {
			class := -1
			if label != nil && label[i] >= 0 {
				class = label[i]
				counts[class]++
			}
			u.add(some.RawRowView(i-lo), i*len(u.Along[0])/n, class)
		}
	}
	u.finish(atoms, n, counts)
	return u, nil
}

func rows(n, width int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, width)
	}
	return out
}

// codesOf writes the coefficients of atoms, which are not what the function space sees where
// codes are split or soft.
func codesOf(f space.Front, dst, x *mat.Dense) {
	if d, ok := f.(*dictionary); ok {
		d.coefficients(dst, x)
		return
	}
	f.Project(dst, x)
}

// add counts one code.
func (u *Use) add(code []float64, stretch, class int) {
	for j, a := range code {
		if a == 0 {
			continue
		}
		u.Share[j]++
		u.Energy[j] += a * a
		u.Along[j][stretch] += math.Abs(a)
		if class >= 0 {
			u.ByClass[j][class] += math.Abs(a)
		}
	}
}

// finish makes shares and means of sums over n samples, so many of each class.
func (u *Use) finish(atoms *mat.Dense, n int, counts []float64) {
	for j := range u.Share {
		atom := atoms.RawRowView(j)
		u.Share[j] /= float64(n)
		u.Energy[j] *= floats.Dot(atom, atom)
		for s := range u.Along[j] {
			// the samples i with ⌊i·stretches/n⌋ = s
			m := len(u.Along[j])
			u.Along[j][s] /= float64(((s+1)*n+m-1)/m - (s*n+m-1)/m)
		}
		for c, count := range counts {
			if u.ByClass != nil && count > 0 {
				u.ByClass[j][c] /= count
			}
		}
	}
	if sum := floats.Sum(u.Energy); sum > 0 {
		floats.Scale(1/sum, u.Energy)
	}
}
