package split

import (
	"slices"

	"example.com/sfatui/datasets/data"
)

// hasTestData reports whether there is explicit test data.
func hasTestData(s *data.Set) bool {
	return slices.ContainsFunc(s.Segments, func(seg data.Segment) bool { return seg.Held })
}

// heldPart returns the segments of explicit test data.
func heldPart(s *data.Set) data.Part {
	return segmentPart(s, func(seg data.Segment) bool { return seg.Held })
}

// segmentPart returns the part of the segments that ok accepts.
func segmentPart(s *data.Set, ok func(data.Segment) bool) data.Part {
	var p data.Part
	for i, seg := range s.Segments {
		if ok(seg) {
			p = append(p, data.Span{Segment: i, Start: seg.Start, End: seg.End})
		}
	}
	return p
}

// withoutNear returns a part without the samples that are in the same segment
// as a test sample and at most gap samples from it.
func withoutNear(p, test data.Part, gap int) data.Part {
	if gap == 0 {
		return p
	}
	for _, t := range test {
		var kept data.Part
		for _, s := range p {
			if s.Segment != t.Segment {
				kept = append(kept, s)
				continue
			}
			if before := (data.Span{Segment: s.Segment, Start: s.Start, End: min(s.End, t.Start-gap)}); before.Start < before.End {
				kept = append(kept, before)
			}
			if after := (data.Span{Segment: s.Segment, Start: max(s.Start, t.End+gap), End: s.End}); after.Start < after.End {
				kept = append(kept, after)
			}
		}
		p = kept
	}
	return p
}

// writtenFold returns the only fold of data that itself assigns rows to parts.
// All rows that are not test data are training data.
func writtenFold(s *data.Set, o Options) Fold {
	f := Fold{Test: heldPart(s), Train: data.Joined(segmentPart(s, func(seg data.Segment) bool { return !seg.Held }))}
	if o.Validation > 0 {
		f.Inner = []Inner{{
			Fit:        segmentPart(s, func(seg data.Segment) bool { return !seg.Held && !seg.Aside }),
			Validation: segmentPart(s, func(seg data.Segment) bool { return seg.Aside }),
		}}
	}
	return f
}
