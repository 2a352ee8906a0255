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

// asidePart are the segments that the data itself sets aside for choosing.
func (s *Set) asidePart() Part {
	var p Part
	for i, seg := range s.Segments {
		if seg.Aside {
			p = append(p, Span{i, seg.Start, seg.End})
		}
	}
	return p
}

// writtenFold is the only fold of data that says itself what each part is.
// Where nothing is to be set aside, all that is not for testing is for training.
func (s *Set) writtenFold(o SplitOptions) Fold {
	f := Fold{Test: s.heldPart()}
	for i, seg := range s.Segments {
		if !seg.Held && (!seg.Aside || o.Validation == 0) {
			f.Train = append(f.Train, Span{i, seg.Start, seg.End})
		}
	}
	if o.Validation > 0 {
		f.Validation = s.asidePart()
	}
	return f
}
