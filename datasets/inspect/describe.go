package inspect

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Summary describes the set in a few lines of plain text: name and size,
// segments, classes with their counts, groups, target and rate.
func Summary(s *data.Set) []string {
	n, _ := s.X.Dims()
	d := s.Channels()
	lines := []string{
		fmt.Sprintf("%s: %s of %s", s.Name, message.Counted(n, "sample"), message.Counted(d, "input")),
		describeSegments(s),
	}
	if s.Classes != nil {
		lines = append(lines, describeClasses(s))
	}
	if groups := s.Groups(); len(groups) > 0 {
		lines = append(lines, fmt.Sprintf("%s: %s", message.Counted(len(groups), "group"), message.List(groups)))
	}
	if s.Target != nil {
		lines = append(lines, message.Numbers("target %s from %.5g to %.5g", s.TargetName, slices.Min(s.Target), slices.Max(s.Target)))
	}
	if s.Latent != nil {
		_, k := s.Latent.Dims()
		lines = append(lines, message.Counted(k, "known latent variable"))
	}
	if s.Rate > 0 {
		lines = append(lines, fmt.Sprintf("%s, %s in all", message.Sampling(s.Rate), message.Duration(float64(n)/s.Rate)))
	}
	return lines
}

// describeSegments describes the number and lengths of the segments.
func describeSegments(s *data.Set) string {
	what, length := "sample", data.Segment.Len
	if s.Series {
		what, length = "frame", func(seg data.Segment) int { return int(s.X.At(seg.Start, 0)) }
	}
	shortest, longest, held := length(s.Segments[0]), 0, 0
	for _, seg := range s.Segments {
		shortest, longest = min(shortest, length(seg)), max(longest, length(seg))
		if seg.Held {
			held++
		}
	}
	text := fmt.Sprintf("%s of %d to %d %ss", message.Counted(len(s.Segments), "segment"), shortest, longest, what)
	switch {
	case len(s.Segments) == 1:
		text = "1 segment"
	case shortest == longest:
		text = fmt.Sprintf("%d segments of %s each", len(s.Segments), message.Counted(longest, what))
	}
	if held > 0 {
		text += fmt.Sprintf(", %d of them test data", held)
	}
	return text
}

// describeClasses counts the samples of each class, or the segments if labels
// are constant within them.
func describeClasses(s *data.Set) string {
	samples, segments := make([]int, len(s.Classes)), make([]int, len(s.Classes))
	bySegment, none := true, 0
	for _, seg := range s.Segments {
		c, constant := s.SegmentClass(seg)
		bySegment = bySegment && constant
		if constant && c >= 0 {
			segments[c]++
		}
		for _, l := range s.Label[seg.Start:seg.End] {
			if l < 0 {
				none++
			} else {
				samples[l]++
			}
		}
	}
	counts, unit := samples, "samples"
	if bySegment && len(s.Segments) > 1 {
		counts, unit = segments, "segments"
	}
	names := make([]string, len(s.Classes))
	for i, c := range s.Classes {
		names[i] = fmt.Sprintf("%s (%d)", c, counts[i])
	}
	text := fmt.Sprintf("%s: %s %s", message.Counted(len(names), "class"), message.List(names), unit)
	if none > 0 {
		text += ", " + message.Counted(none, "sample") + " without a label"
	}
	return text
}
