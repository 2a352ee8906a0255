package machines

import (
	"context"
	"fmt"
)

// Solve returns a solution at a vertex: at most n of the weights are not zero. It fails
// if ctx ends, and with [ErrInfeasible]. It panics unless the lengths agree.
func (p *LinearProgram) Solve(ctx context.Context) (*ProgramSolution, error) {
	n, d := p.X.Dims()
	if len(p.Right) != n || p.Price != nil && len(p.Price) != n || p.Cost != nil && len(p.Cost) != d {
		panic(fmt.Sprintf("machines: %d conditions and %d prices of %d×%d rows with %d costs", len(p.Right), len(p.Price), n, d, len(p.Cost)))
	}
	t := newTableau(p)
	for range refreshes {
		if err := t.maximise(ctx); err != nil {
			return nil, err
		}
		s := t.solution()
		if t.isOptimal(s) {
			return s, nil
		}
		t.refresh() // because rounding grew with the pivots
	}
	return nil, errEndless
}

// refreshes bounds the number of times that a tableau is rebuilt from the problem.
const refreshes = 8
