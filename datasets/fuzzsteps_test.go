package datasets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/message"
)

// FuzzSteps parses any text as each step of the preparation and takes what it
// allows to a small table: no panic, and what is refused in the text is the
// user's mistake.
func FuzzSteps(f *testing.F) {
	for _, s := range []string{"length=8,hop=2,values=log", "100Hz", "1/4", "x2", "interpolate:3", "signed", "32x24", "l=3,delta=2", "standard", "x1e-300", "9999/9998"} {
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, step uint8) {
		var o Options
		*[...]*string{&o.STFT, &o.Resample, &o.Missing, &o.Log, &o.ImageSize, &o.Embed, &o.Normalise}[step%7] = text
		j := newJob()
		j.o = o
		s, err := j.parse()
		var ue *message.UsageError
		if err != nil {
			if !errors.As(err, &ue) || message.Clean(err.Error()) != err.Error() {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		m := &material{inputs: []string{"a", "b"}, rate: 2}
		r := &recording{name: "r", rows: 40, x: make([]float64, 80), labels: make([]string, 40), target: make([]float64, 40), fields: map[string]string{}}
		for i := range r.x {
			r.x[i] = float64(i % 7)
		}
		m.recordings = []*recording{r}
		if s.resample != nil && (s.resample.rate > 1e4 || s.resample.factor > 1e4) {
			return // asks for as much as it gets
		}
		if j.prepare(m, s) != nil {
			return
		}
		set, err := m.assemble(j, m.embedding(s.embed))
		if err == nil {
			checkCover(t, set)
		}
	})
}

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

// TestOtherType opens a file of each format under the names of all others: it is
// read as what it is, or refused, in few words.
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
