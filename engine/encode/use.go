package encode

import (
	"context"
	"math"

	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Use summarises the use of the K atoms of a front by samples.
type Use struct {
	Share  []float64 // share of the samples whose code contains the atom
	Energy []float64 // ‖a_j·d_j‖² over all samples, as a share of the sum over all atoms
	// Along holds the mean |a_j| in stretches of the samples, K×stretches, and ByClass
	// in the classes, K×classes, nil without labels.
	Along, ByClass [][]float64
	// Double holds the index of an earlier atom with the same direction up to sign, −1
	// for none.
	Double []int
}

// maxStretches bounds the stretches of the samples that are averaged separately.
const maxStretches = 400

// Atoms returns the atoms (K×d) of a front, of which a code holds the coefficients.
func Atoms(f space.Front) *mat.Dense {
	_, w := f.Parts()
	if _, ok := f.(space.Encoder); ok {
		return w
	}
	return mat.DenseCopyOf(w.T())
}

// UseOf codes samples (n×d) with the coding that a front was learnt for, and returns
// the use of its atoms. Label holds the class of each sample, below the number of
// classes, or is nil. It fails only if ctx ends.
func UseOf(ctx context.Context, f space.Front, x *mat.Dense, label []int, classes int) (*Use, error) {
	atoms := Atoms(f)
	k, _ := atoms.Dims()
	n, d := x.Dims()
	u := &Use{Share: make([]float64, k), Energy: make([]float64, k), Double: duplicateAtoms(atoms), Along: rows(k, min(n, maxStretches))}
	if _, centres := f.(*codebook); centres {
		for j := range u.Double {
			u.Double[j] = -1 // centres in the same direction still differ
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
		writeCoefficients(f, some, x.Slice(lo, hi, 0, d).(*mat.Dense))
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

// writeCoefficients writes the coefficients of atoms, which differ from the outputs of
// the front if codes are split or soft.
func writeCoefficients(f space.Front, dst, x *mat.Dense) {
	if d, ok := f.(*dictionary); ok {
		d.coefficients(dst, x)
		return
	}
	f.Project(dst, x)
}

// add adds the code of one sample to the sums.
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

// finish converts the sums over n samples into shares and means. counts holds the number of
// samples of each class.
func (u *Use) finish(atoms *mat.Dense, n int, counts []float64) {
	for j := range u.Share {
		atom := atoms.RawRowView(j)
		u.Share[j] /= float64(n)
		u.Energy[j] *= floats.Dot(atom, atom)
		for s := range u.Along[j] {
			// number of samples i with ⌊i·stretches/n⌋ = s
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
