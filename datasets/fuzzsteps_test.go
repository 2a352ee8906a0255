package datasets

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/message"
)

// FuzzManifest reads any text as the list of a folder's files.
func FuzzManifest(f *testing.F) {
	for _, s := range []string{"file,label,group\na.csv,u,g\nb.csv,v,h\n", "file;segment;target\na.csv;s;1,5\n", "\"file\"\na.csv\n../a.csv\n", "file,split\na.csv,test\nb.csv,train\n", "file\n\x1b[31m\n"} {
		f.Add(s)
	}
	dir := f.TempDir()
	for _, name := range []string{"a.csv", "b.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x,y\n1,2\n2,4\n3,5\n"), 0o600); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(filepath.Join(dir, "manifest.csv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(context.Background(), Options{Paths: []string{dir}}, nil)
		if err != nil {
			if text := err.Error(); message.Clean(text) != text {
				t.Fatalf("the error is not clean: %q", text)
			}
			return
		}
		checkCover(t, s)
	})
}

// TestOtherType opens a file of each format under the names of all others: it
// is read in its own format, or refused briefly.
func TestOtherType(t *testing.T) {
	files := formatFiles(t, 256)
	for from, text := range files {
		for _, to := range []string{"x.csv", "x.npy", "x.npz", "x.mat", "x.idx", "x.edf", "x.wav", "x.flac", "x.parquet", "x.ts", "x.arff", "x.png", "x.bin", "x"} {
			if filepath.Ext(from) == filepath.Ext(to) {
				continue
			}
			path := write(t, to, text)
			s, err := Open(context.Background(), Options{Paths: []string{path}, Embed: "none"}, nil)
			if err == nil {
				checkCover(t, s)
			} else if text := err.Error(); len(text) > 600 || message.Clean(text) != text {
				t.Errorf("%s as %s: %q", from, to, text)
			}
		}
	}
}
