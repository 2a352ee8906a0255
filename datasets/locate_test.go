package datasets

import (
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/message"
)

// TestDirectory reads directories that contain other files than sound.
func TestDirectory(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"README", "sub/x", "deep.wav/x", ".hidden.wav", "a.XYZ", "b.xyz"} {
		put(name, "x")
	}
	if err := os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "broken.wav")); err != nil {
		t.Fatal(err)
	}
	o := Options{Paths: []string{dir}, Embed: "none"}
	failure(t, o, false, "holds no file to read", "1 without extension, 2 .xyz, 2 directories, 1 hidden file, 1 unreadable file")
	put("session.json", "{}")
	failure(t, o, false, dir+" is a session: open it with sfatui open or resume")
	failure(t, Options{Paths: []string{"latent.csv"}, TestPaths: []string{dir}}, true, "latent.csv: there is no such file")

	sound := sample.WAV{Values: []float64{0, 0.5, 0.25}}.Build()
	put("u_1.wav", sound)
	const advice = "no labels: extract them from the file names with --name"
	if s := mustOpen(t, o); len(s.Segments) != 1 || !hasNote(s, "6 other files and 2 directories ignored") || hasNote(s, advice) {
		t.Errorf("%v, notes %q", s, s.Notes)
	}
	put("v_2.wav", sound)
	if s := mustOpen(t, o); len(s.Segments) != 2 || !hasNote(s, advice) {
		t.Errorf("%v, notes %q", s, s.Notes)
	}
	o.Name = "{word}_{rep}"
	if s := mustOpen(t, o); !hasNote(s, "no labels: --name '{word}_{rep}' has no {label}") {
		t.Errorf("notes %q", s.Notes)
	}
	o.Name = "{label}_{rep}"
	if s := mustOpen(t, o); len(s.Classes) != 2 || hasNote(s, "no labels") || hasNote(s, "only one class") {
		t.Errorf("%v, notes %q", s, s.Notes)
	}
	o.Where = "rep=1"
	if s := mustOpen(t, o); !hasNote(s, "only one class, u") {
		t.Errorf("notes %q", s.Notes)
	}
}

func TestCounted(t *testing.T) {
	for want, got := range map[string]string{
		"1 class": message.Counted(1, "class"), "2 classes": message.Counted(2, "class"), "1 directory": message.Counted(1, "directory"),
		"3 directories": message.Counted(3, "directory"), "0 samples": message.Counted(0, "sample"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
