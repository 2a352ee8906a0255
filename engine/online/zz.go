package online

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

func (m *minor) dump() {
	fmt.Println("spread", mat.Formatted(m.spread), "moved", mat.Formatted(m.moved), "w", mat.Formatted(m.w), "steps", m.steps, m.z, m.penalty, m.smoothing)
}
