package choose

import (
	"math"

	"example.com/sfatui/engine/measure"
)

// BestAt is the index of the row that is best at a measure, -1 where none has
// it: what a person asked to see, not what is chosen. Rows that failed or violate
// unit variance come last, ties go to the earlier row.
func BestAt(rows []Row, by *measure.Measure) int {
	best := -1
	for i := range rows {
		s := rows[i].Of(by)
		if s.N == 0 || math.IsNaN(s.Mean) {
			continue
		}
		if best < 0 || rows[i].Sound() && !rows[best].Sound() ||
			rows[i].Sound() == rows[best].Sound() && by.Better.Than(s.Mean, rows[best].Of(by).Mean) {
			best = i
		}
	}
	return best
}
