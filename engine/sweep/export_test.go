package sweep

import (
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
)

// For tests from outside.
var (
	MethodNeeds = methodNeeds
	EndsFirst   = endsFirst
)

// GraphNeeds are those of a point's training graph.
func (j *Job) GraphNeeds(p part.Point, n, m int) method.Needs { return j.graphNeeds(p, n, m) }
