package dense

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/simd"
)

// The products and solves pass their tests on the kernel paths that this processor would not
// select itself.
func TestOtherPaths(t *testing.T) {
	if os.Getenv("SFATUI_KERNELS") != "" {
		t.Skip("SFATUI_KERNELS asks for one path")
	}
	if testing.Short() {
		t.Skip("runs tests of the package again")
	}
	tests := "Gemm|Solve|Cholesky"
	if testenv.Full() {
		tests += "|BLAS|Syrk|Congruence"
	}
	for _, path := range []string{"portable", "avx2"} {
		if path == simd.Path() || simd.Path() == "portable" {
			continue
		}
		t.Run(path, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.short", "-test.run="+tests)
			cmd.Env = append(os.Environ(), "SFATUI_KERNELS="+path)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			} else if !strings.Contains(string(out), "PASS") {
				t.Errorf("no test ran: %s", out)
			}
		})
	}
}
