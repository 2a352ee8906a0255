package parallel

import (
	"runtime"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
)

// While a processor is kept, as many goroutines compute as before, and Go may run
// one more.
func TestReserveProcessor(t *testing.T) {
	for _, procs := range []int{1, 2, 5} {
		linalgtest.WithProcs(procs, func() {
			first := ReserveProcessor()
			second := ReserveProcessor()
			if Processors() != procs || runtime.GOMAXPROCS(0) != procs+1 {
				t.Errorf("%d of %d compute, want %d of %d", Processors(), runtime.GOMAXPROCS(0), procs, procs+1)
			}
			first()
			first()
			if Processors() != procs || runtime.GOMAXPROCS(0) != procs+1 {
				t.Errorf("with one user left %d of %d compute", Processors(), runtime.GOMAXPROCS(0))
			}
			second()
			if Processors() != procs || runtime.GOMAXPROCS(0) != procs {
				t.Errorf("in the end %d of %d compute, want %d", Processors(), runtime.GOMAXPROCS(0), procs)
			}
		})
	}
}
