package subset

// selectWorst returns the count worst of the samples, which are ascending, in ascending
// order. It works in place, in linear time on average.
func (p *pursuit) selectWorst(samples []int, count int) []int {
	if count >= len(samples) {
		return samples
	}
	p.keys = p.keys[:0]
	for _, t := range samples {
		p.keys = append(p.keys, p.eps[t])
	}
	least, equal := nthLargest(p.keys, count)
	kept := samples[:0]
	for _, t := range samples {
		e := p.eps[t]
		if e < least || e == least && equal == 0 {
			continue
		}
		if e == least {
			equal--
		}
		kept = append(kept, t)
	}
	return kept
}

// nthLargest returns the n-th largest of the keys, n at least one, and how many of the
// n largest are equal to it. It permutes the keys (Hoare 1961, FIND).
func nthLargest(keys []float64, n int) (key float64, equal int) {
	for {
		last := len(keys) - 1
		a, b, c := keys[0], keys[last/2], keys[last]
		pivot := max(min(a, b), min(max(a, b), c))
		larger := 0
		for i, v := range keys {
			keys[i], keys[larger] = keys[larger], v
			larger += boolToInt(v > pivot)
		}
		if n <= larger {
			keys = keys[:larger]
			continue
		}
		keys, n = keys[larger:], n-larger
		same := 0
		for i, v := range keys {
			keys[i], keys[same] = keys[same], v
			same += boolToInt(v == pivot)
		}
		if n <= same {
			return pivot, n
		}
		keys, n = keys[same:], n-same
	}
}

// boolToInt returns 1 for true and 0 for false. The compiler translates it without a
// branch that could be mispredicted.
func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
