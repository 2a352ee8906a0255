package datasets

// withoutNear is a part without the samples that are in the same segment as a
// test sample and at most gap samples from it.
func withoutNear(p, test Part, gap int) Part {
	if gap == 0 {
		return p
	}
	for _, t := range test {
		var kept Part
		for _, s := range p {
			if s.Segment != t.Segment {
				kept = append(kept, s)
				continue
			}
			if before := (Span{s.Segment, s.Start, min(s.End, t.Start-gap)}); before.Start < before.End {
				kept = append(kept, before)
			}
			if after := (Span{s.Segment, max(s.Start, t.End+gap), s.End}); after.Start < after.End {
				kept = append(kept, after)
			}
		}
		p = kept
	}
	return p
}

// writtenFold is the only fold of data that says itself what each part is.
// Where nothing is to be set aside, all that is not for testing is for training.
func (s *Set) writtenFold(o SplitOptions) Fold {
	aside := func(seg Segment) bool { return seg.Aside && o.Validation > 0 }
	return Fold{
		Test:       s.heldPart(),
		Train:      s.segmentsThat(func(seg Segment) bool { return !seg.Held && !aside(seg) }),
		Validation: s.segmentsThat(aside),
	}
}
