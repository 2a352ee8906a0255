package flags

import (
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"github.com/spf13/cobra"
)

// FuzzDescription reads any text as a description of data: nothing may panic,
// and an error is a usage error, in text that is safe for a terminal.
func FuzzDescription(f *testing.F) {
	for _, s := range []string{
		"data: [a.csv]\nlabel: state\n", "drop: [a, 'b,c']\nembed: l=5,epsilon=1\nlimit: 100\n", "test-data: a.csv\nstandardize: true\n",
		"label: &x y\ngroup: *x\n", "a: [*a]\n", "label:\n  nested: 1\n", "clip: \"\\e[31m\"\n", "- x\n", "? [a]\n: b\n", "limit: 1e99\nseed: -1\n", "---\nlabel: a\n---\nlabel: b\n",
	} {
		f.Add(s)
	}
	dir := f.TempDir()
	file := filepath.Join(dir, recipe.Name)
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := &cobra.Command{}
		Data(cmd.Flags(), &datasets.Options{}, &sweep.Spec{})
		cmd.SetContext(t.Context())
		_, err := Described(cmd, []string{dir})
		if err == nil {
			return
		}
		if cli.Code(err) != cli.CodeUsage {
			t.Fatalf("%q: exit code %d: %v", text, cli.Code(err), err)
		}
		if text := err.Error(); message.Clean(text) != text {
			t.Fatalf("the error is not clean: %q", text)
		}
	})
}
