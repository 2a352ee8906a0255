package model

import (
	"context"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/sessions/npz"
	"gonum.org/v1/gonum/mat"
)

// readoutOutput holds the output of a model's readout on samples; fields that
// it does not compute are nil.
type readoutOutput struct {
	class         []int // of each sample, −1 for none, by discriminants
	discriminants *mat.Dense
	number, sd    []float64 // the prediction, or the novelty of a sample; and its standard deviation
	alarm         []bool    // novelty above line in so many consecutive samples
	line          float64
}

// applyReadout applies the readout to a set's samples, whose features are phi.
func (m *Model) applyReadout(ctx context.Context, set *data.Set, phi *mat.Dense) (out readoutOutput, err error) {
	if m.Readout == nil {
		return out, nil
	}
	if readout.OfInputs(m.Point) {
		x, err := m.inputs(set)
		if err != nil {
			return out, err
		}
		reads := *m.Trained
		if readout.OfSeries(m.Point) {
			reads.Strings = nil // series, not their form for the space
		}
		if phi, err = reads.Prepared(ctx, x); err != nil {
			return out, err
		}
	}
	if readout.Classifies(m.Point) {
		if out.discriminants, err = readout.Discriminate(ctx, m.Readout.(readout.Classifier), phi); err == nil {
			out.class = measure.Classes(out.discriminants)
		}
		return out, err
	}
	if d, ok := m.Readout.(readout.Distribution); ok {
		out.number, out.sd, err = d.Distribute(ctx, phi)
		return out, err
	}
	if out.number, err = readout.Predict(ctx, m.Readout.(readout.Regressor), phi); err != nil {
		return out, err
	}
	if d, ok := m.Readout.(readout.Detector); ok {
		var spans []int
		for _, s := range set.Segments {
			spans = append(spans, s.Len())
		}
		out.line = readout.Threshold(d, m.Point)
		out.alarm = measure.Alarms(out.number, spans, out.line, readout.AlarmAfter.Of(m.Point))
	}
	return out, nil
}

// write writes the output as arrays: predictions, which for classes are indices
// of predicted_classes, with their discriminants; the deviations of numbers, if
// there are any; or novelty, alarms (0 or 1) and line, the threshold of alarms.
func (s *readoutOutput) write(z *npz.Writer, classes []string) {
	switch {
	case s.class != nil:
		z.Ints("predictions", s.class)
		z.Texts("predicted_classes", classes)
		z.Matrix("discriminants", s.discriminants)
	case s.alarm != nil:
		on := make([]int, len(s.alarm))
		for i, alarm := range s.alarm {
			if alarm {
				on[i] = 1
			}
		}
		z.Floats("novelty", s.number)
		z.Ints("alarms", on)
		z.Number("line", s.line)
	case s.number != nil:
		z.Floats("predictions", s.number)
	}
	if s.sd != nil {
		z.Floats("deviations", s.sd)
	}
}

// columns returns the names of the output's columns in a table.
func (s *readoutOutput) columns() []string {
	switch {
	case s.alarm != nil:
		return []string{"novelty", "alarm"}
	case s.sd != nil:
		return []string{"prediction", "deviation"}
	case s.class != nil || s.number != nil:
		return []string{"prediction"}
	}
	return nil
}

// cells appends the output on sample t to a row, an empty cell for no class.
func (s *readoutOutput) cells(row []string, t int, classes []string) []string {
	switch {
	case s.class != nil && s.class[t] < 0:
		return append(row, "")
	case s.class != nil:
		return append(row, classes[s.class[t]])
	case s.number != nil:
		row = append(row, number(s.number[t]))
	}
	switch {
	case s.alarm != nil && s.alarm[t]:
		row = append(row, "1")
	case s.alarm != nil:
		row = append(row, "0")
	case s.sd != nil:
		row = append(row, number(s.sd[t]))
	}
	return row
}

// number formats a number so that parsing returns the same number.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
