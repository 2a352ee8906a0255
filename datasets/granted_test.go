package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
)

// TestGrantedMemoryOpensWhatIsRefused opens 1,000 empty rows of 10,000
// attributes, 80 MB from 0.22 MB: the ratio exceeds 300, a limit that only
// memory granted by the user raises.
func TestGrantedMemoryOpensWhatIsRefused(t *testing.T) {
	var text strings.Builder
	text.WriteString("@relation r\n")
	for i := range 10_000 {
		fmt.Fprintf(&text, "@attribute a%d numeric\n", i)
	}
	text.WriteString("@data\n{0 1}\n" + strings.Repeat("{}\n", 999))
	path := filepath.Join(t.TempDir(), "empty.arff")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	o := datasets.Options{Paths: []string{path}, Memory: 1 << 30}
	if _, err := datasets.Open(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "--memory") {
		t.Errorf("not granted: %v", err)
	}
	o.Granted = true
	set, err := datasets.Open(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n, d := set.X.Dims(); n != 1000 || d != 10_000 || set.X.At(0, 0) != 1 || set.X.At(999, 9999) != 0 {
		t.Errorf("%d×%d, first %g", n, d, set.X.At(0, 0))
	}
}
