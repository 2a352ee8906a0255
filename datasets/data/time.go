package data

// mixedLabels is the ratio of class changes to those of a random order above
// which rows count as unordered.
const mixedLabels = 0.75

// InTime reports whether the rows of segments appear to follow each other in
// time. They do not if every segment is one row. They do not either if the rate
// is unknown and the class changes between rows about as often as by chance, as
// with images or patients in a table. In a sequence, classes form runs.
func (s *Set) InTime() bool {
	if !s.HasPairs() {
		return false
	}
	if s.Rate > 0 || s.Label == nil {
		return true
	}
	pairs, changes, labelled := 0, 0, 0
	size := make([]int, len(s.Classes))
	for _, seg := range s.Segments {
		for i, class := range s.Label[seg.Start:seg.End] {
			if class < 0 {
				continue
			}
			labelled++
			size[class]++
			if before := seg.Start + i - 1; i > 0 && s.Label[before] >= 0 {
				pairs++
				if s.Label[before] != class {
					changes++
				}
			}
		}
	}
	chance := 1.0 // probability that two samples are of different classes
	for _, n := range size {
		share := float64(n) / float64(max(labelled, 1))
		chance -= share * share
	}
	return pairs == 0 || float64(changes) <= mixedLabels*chance*float64(pairs)
}
