package datasets

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/prepare"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// firstRecordings returns the first recordings: at most limit of the data and
// of the test data each, 0 for all.
func firstRecordings(m *data.Raw, limit int) []*data.Recording {
	if limit == 0 {
		return m.Recordings
	}
	count := map[bool]int{}
	kept := slices.DeleteFunc(slices.Clone(m.Recordings), func(r *data.Recording) bool {
		count[r.Held]++
		return count[r.Held] > limit
	})
	if len(kept) < len(m.Recordings) {
		m.Note("the first %d of %d segments kept", len(kept), len(m.Recordings))
	}
	return kept
}

// fillSeries embeds each part into one row of X.
func (r *reading) fillSeries(s *data.Set, e prepare.Embedding, parts []windowCount) error {
	inputs, longest := len(r.to.Inputs), 0
	for _, p := range parts {
		longest = max(longest, p.windows)
	}
	channels := inputs * e.Width()
	n, width := len(parts), data.SeriesWidth(longest, channels)
	if most := r.to.Limit(); n > most/8/width {
		return fmt.Errorf("%d series as long as the longest, of %d frames of %d numbers, take more than %d GiB: leave the longest out, or resample", n, longest, channels, most>>30)
	}
	x, err := r.to.Floats(n * width)
	if err != nil {
		return err
	}
	s.X, s.Series = mat.NewDense(n, width, x), true
	for i, p := range parts {
		frames := mat.NewDense(p.windows, channels, nil)
		if err := e.CopyWindows(r.from.Ctx, frames, 0, p.r, p.windows, inputs); err != nil {
			return err
		}
		data.PackSeries(s.X.RawRowView(i), frames)
		p.r.X = nil // the row contains the samples
	}
	return nil
}

// ofSegments replaces the values of rows by values of segments: the class and
// the target that all their rows share, and the mean importance.
func ofSegments(m *data.Raw, s *data.Set) error {
	var label []int
	for _, seg := range s.Segments {
		if s.Label == nil {
			break
		}
		class, constant := s.SegmentClass(seg)
		if !constant {
			return fmt.Errorf("segment %s has rows of several classes, but --unit segment requires one class per segment: cut segments where the label changes, with --cut-by", message.Clean(seg.Name))
		}
		label = append(label, class)
	}
	s.Label = label
	if s.Target != nil {
		for _, seg := range s.Segments {
			of := s.Target[seg.Start:seg.End]
			if least, most := slices.Min(of), slices.Max(of); least < most {
				return fmt.Errorf("segment %s has rows with several targets, from %v to %v, but --unit segment requires one target per segment: cut segments where the target changes, with --cut-by, or use rows as samples, with --unit row",
					message.Clean(seg.Name), least, most)
			}
		}
	}
	for _, of := range []*[]float64{&s.Target, &s.Importance, &s.TransitionImportance} {
		if *of == nil {
			continue
		}
		means := make([]float64, len(s.Segments))
		for i, seg := range s.Segments {
			means[i] = stat.Mean((*of)[seg.Start:seg.End], nil)
		}
		*of = means
	}
	s.Latent, s.Rate = nil, 0
	shortest, longest := s.Segments[0].Len(), 0
	for i := range s.Segments {
		seg := &s.Segments[i]
		shortest, longest = min(shortest, seg.Len()), max(longest, seg.Len())
		seg.Start, seg.End = i, i+1
	}
	lengths := fmt.Sprint(shortest)
	if shortest < longest {
		lengths = fmt.Sprintf("%d to %d", shortest, longest)
	}
	m.Did("a sample is a whole segment: %d series of %s frames, %s in each", len(s.Segments), lengths, message.Counted(len(s.Inputs), "number"))
	return nil
}
