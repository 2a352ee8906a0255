package choose

import "slices"

// Left is how many of the tied rows were left by each of the rules of TiedBy.
func (c *Choice) Left() (counts []int) {
	left := c.Tied
	for _, t := range c.By.tieBreaks() {
		if !slices.Contains(c.TiedBy, t.name) {
			continue
		}
		first := slices.MinFunc(left, func(i, j int) int { return t.compare(c.candidates[i].row, c.candidates[j].row) })
		left = slices.DeleteFunc(slices.Clone(left), func(i int) bool { return t.compare(c.candidates[i].row, c.candidates[first].row) > 0 })
		counts = append(counts, len(left))
	}
	return counts
}
