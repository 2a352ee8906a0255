package resolve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// Mistake is a sample that a readout takes for another class than its label says, where
// the sample is in a validation part. Its label may be wrong, or the readout.
type Mistake struct {
	Row, Label int // of the data set
	// Class is the one that it is taken for most often, but for its label.
	Class int
	// Wrong of the Judged validation parts that it is in take it for another class.
	Wrong, Judged int
	// Whole is the class that the stretch which it is in is taken for most often, by the
	// sum of the discriminants; −1 where labels change within it.
	Whole int
}

// Mistaken are the mistakes of a configuration on its validation parts.
type Mistaken struct {
	Samples []Mistake // in order
	Judged  int       // samples that are in a validation part
	Failed  int       // parts that gave nothing
}

// Mistakes solves the folds of a configuration again without each of their validation parts,
// and gives the samples in these that the readout takes for another class. No test part is
// looked at. Parts that give nothing are left out, unless all are, which is an error.
func Mistakes(ctx context.Context, set *data.Set, hash string, folds []part.Point) (*Mistaken, error) {
	j := judgements{of: map[int]*judgement{}, classes: len(set.Classes)}
	var first error
	parts, failed := 0, 0
	for _, at := range folds {
		if !readout.Classifies(at) {
			return nil, fmt.Errorf("the readout %s tells no classes apart", readout.Name.Of(at))
		}
		err := run.EachValidation(ctx, set, hash, at, func(s *run.Solved, err error) error {
			parts++
			var said run.ReadoutOutputs
			if err == nil {
				said, err = s.Readout(ctx, at)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				failed, first = failed+1, cmp.Or(first, err)
				return nil
			}
			j.take(said.Disc, s.Parts.Held.Rows, s.Parts.Held.Label, s.Parts.Held.Lengths)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if failed == parts {
		return nil, cmp.Or(first, errors.New("there is no validation part"))
	}
	return &Mistaken{Samples: j.mistakes(), Judged: len(j.of), Failed: failed}, nil
}

// judgements are what readouts say of samples in validation parts, by their row.
type judgements struct {
	of      map[int]*judgement
	classes int
}

// judgement counts what one sample, and the stretch that it is in, was taken for.
type judgement struct {
	label        int
	class, whole []int
}

// take takes up the discriminants of a part with its rows, labels and spans.
func (j *judgements) take(disc *mat.Dense, rows, label, spans []int) {
	class, from := measure.Classes(disc), 0
	for _, n := range spans {
		whole := -1
		if of := label[from : from+n]; !slices.ContainsFunc(of, func(l int) bool { return l != of[0] }) {
			sum := mat.NewDense(1, j.classes, nil)
			for i := from; i < from+n; i++ {
				sum.Add(sum, disc.Slice(i, i+1, 0, j.classes))
			}
			whole = measure.Classes(sum)[0]
		}
		for i := from; i < from+n; i++ {
			if label[i] < 0 || class[i] < 0 {
				continue
			}
			of := j.of[rows[i]]
			if of == nil {
				of = &judgement{label[i], make([]int, j.classes), make([]int, j.classes)}
				j.of[rows[i]] = of
			}
			of.class[class[i]]++
			if whole >= 0 {
				of.whole[whole]++
			}
		}
		from += n
	}
}

// mistakes are the samples that were taken for another class, in order.
func (j *judgements) mistakes() []Mistake {
	var out []Mistake
	for _, row := range slices.Sorted(maps.Keys(j.of)) {
		of := j.of[row]
		m := Mistake{Row: row, Label: of.label, Class: -1, Whole: -1}
		for c, n := range of.class {
			m.Judged += n
			if c != of.label {
				m.Wrong += n
				if n > 0 && (m.Class < 0 || n > of.class[m.Class]) {
					m.Class = c
				}
			}
		}
		if most := slices.Max(of.whole); most > 0 {
			m.Whole = slices.Index(of.whole, most)
		}
		if m.Wrong > 0 {
			out = append(out, m)
		}
	}
	return out
}
