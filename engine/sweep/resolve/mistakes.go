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

// Mistake is a sample of a validation part that a readout assigns to another class than its
// label. Either the label or the readout may be wrong.
type Mistake struct {
	Row, Label int // of the data set
	// Class is the class other than its label that it is assigned to most often.
	Class int
	// Judged is the number of validation parts that contain it, Wrong the number of those in
	// which it is assigned to another class.
	Wrong, Judged int
	// Whole is the class that its stretch is assigned to most often, by the sum of the
	// discriminants; −1 if labels change within the stretch.
	Whole int
}

// Mistaken holds the mistakes of a configuration on its validation parts.
type Mistaken struct {
	Samples []Mistake // in the order of the data set
	Judged  int       // number of labelled samples in validation parts
	Failed  int       // number of validation parts that could not be scored
}

// Mistakes solves the models of a configuration's validation parts again and returns the
// samples that the readout assigns to another class than their label. Test parts are not used.
// Parts with an error are only counted, unless all have one, which is returned.
func Mistakes(ctx context.Context, set *data.Set, hash string, folds []part.Point) (*Mistaken, error) {
	j := votesByRow{byRow: map[int]*votes{}, classes: len(set.Classes)}
	var first error
	parts, failed := 0, 0
	for _, at := range folds {
		if !readout.Classifies(at) {
			return nil, fmt.Errorf("the readout %s is not a classifier", readout.Name.Of(at))
		}
		err := run.EachValidation(ctx, set, hash, at, func(s *run.Solved, err error) error {
			parts++
			var out run.ReadoutOutputs
			if err == nil {
				out, err = s.Readout(ctx, at)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				failed, first = failed+1, cmp.Or(first, err)
				return nil
			}
			j.add(out.Disc, s.Parts.Held.Rows, s.Parts.Held.Label, s.Parts.Held.Lengths)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if failed == parts {
		return nil, cmp.Or(first, errors.New("there is no validation part"))
	}
	return &Mistaken{Samples: j.mistakes(), Judged: len(j.byRow), Failed: failed}, nil
}

// votesByRow holds the votes on samples of validation parts, by their row.
type votesByRow struct {
	byRow   map[int]*votes
	classes int
}

// votes counts, by class, the assignments of one sample and of its stretch.
type votes struct {
	label          int
	class, stretch []int
}

// add counts the assignments of a part from its discriminants, rows, labels and span lengths.
func (j *votesByRow) add(disc *mat.Dense, rows, label, spans []int) {
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
			of := j.byRow[rows[i]]
			if of == nil {
				of = &votes{label[i], make([]int, j.classes), make([]int, j.classes)}
				j.byRow[rows[i]] = of
			}
			of.class[class[i]]++
			if whole >= 0 {
				of.stretch[whole]++
			}
		}
		from += n
	}
}

// mistakes returns the samples that were assigned to another class than their label, in order.
func (j *votesByRow) mistakes() []Mistake {
	var out []Mistake
	for _, row := range slices.Sorted(maps.Keys(j.byRow)) {
		of := j.byRow[row]
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
		if most := slices.Max(of.stretch); most > 0 {
			m.Whole = slices.Index(of.stretch, most)
		}
		if m.Wrong > 0 {
			out = append(out, m)
		}
	}
	return out
}
