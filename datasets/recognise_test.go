package datasets

import "testing"

func TestRecognise(t *testing.T) {
	for path, want := range map[string]struct {
		what     string
		byFolder bool
	}{
		"a/b.CSV": {"a table", false}, "x.npz": {"an NPZ file", false}, "w.wav": {"a WAV file", true}, "i.png": {"an image", true},
		"README.txt": {"", false}, ".hidden.csv": {"", false}, "a.go": {"", false}, "plain": {"", false},
		"t10k-images-idx3-ubyte": {"an IDX file", false},
	} {
		if what, byFolder := Recognise(path); what != want.what || byFolder != want.byFolder {
			t.Errorf("%s is %q, %v, want %+v", path, what, byFolder, want)
		}
	}
}
