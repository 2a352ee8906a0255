package dense

import (
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
)

func TestOtherPaths(t *testing.T) {
	linalgtest.OtherPaths(t, "Gemm|BLAS|Syrk|Solve|Cholesky|Congruence")
}
