package data

// Extremes are the least and the largest of some numbers, and how often each is met. Before
// the first number Min and Max are that number, or +∞ and −∞.
type Extremes struct {
	Min, Max     float64
	AtMin, AtMax int
}

// Add takes up a number.
func (e *Extremes) Add(x float64) {
	switch {
	case x < e.Min:
		e.Min, e.AtMin = x, 1
	case x == e.Min:
		e.AtMin++
	}
	switch {
	case x > e.Max:
		e.Max, e.AtMax = x, 1
	case x == e.Max:
		e.AtMax++
	}
}
