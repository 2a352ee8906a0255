package split

import (
	"slices"

	"example.com/sfatui/datasets/data"
)

// held reports whether there is explicit test data.
func held(s *data.Set) bool {
	return slices.ContainsFunc(s.Segments, func(seg data.Segment) bool { return seg.Held })
}

// heldPart are the segments of explicit test data.
func heldPart(s *data.Set) data.Part {
	return segmentsThat(s, func(seg data.Segment) bool { return seg.Held })
}

// segmentsThat is the part of the segments that ok accepts.
func segmentsThat(s *data.Set, ok func(data.Segment) bool) data.Part {
	var p data.Part
	for i, seg := range s.Segments {
		if ok(seg) {
			p = append(p, data.Span{Segment: i, Start: seg.Start, End: seg.End})
		}
	}
	return p
}
