package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/mat"
)

// TestFormats checks what all readers must do: read the whole file, report
// progress, hash the file, and stop when the context ends.
func TestFormats(t *testing.T) {
	files := formatFiles(t, 256)
	files["x.png"] = sample.PNG(t, 2, 1, 2, 3, 4)
	dir := putFiles(t, files)
	for name, text := range files {
		o := Options{Paths: []string{filepath.Join(dir, name)}, Embed: "none"}
		if name == "x.png" { // the hash is that of all images
			if err := os.WriteFile(filepath.Join(dir, "y.png"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			o.Paths = append(o.Paths, filepath.Join(dir, "y.png"))
			text += text
		}
		done, total := 0, 0
		s, err := Open(context.Background(), o, func(d, of int) { done, total = d, of })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if done != len(text) || total != done {
			t.Errorf("%s: progress ends at %d of %d, the file has %d bytes", name, done, total, len(text))
		}
		sum := sha256.Sum256([]byte(text))
		if len(s.Sources()) != 1 || s.Sources()[0].SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: sources %v", name, s.Sources())
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := Open(ctx, o, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled: %v", name, err)
		}
		for _, note := range s.Notes {
			if message.Clean(note) != note {
				t.Errorf("%s: note %q", name, note)
			}
		}
	}
}

// TestFormatsByContent reads files whose names do not determine their format.
func TestFormatsByContent(t *testing.T) {
	for name, text := range formatFiles(t, 64) {
		switch filepath.Ext(name) {
		case ".csv", ".ts", ".arff", ".npz", ".idx":
			continue // texts, and files that begin like others
		}
		a, b := mustOpen(t, Options{Paths: []string{write(t, name, text)}, Embed: "none"}), mustOpen(t, Options{Paths: []string{write(t, "x", text)}, Embed: "none"})
		if !mat.Equal(a.X, b.X) {
			t.Errorf("%s is read as something else", name)
		}
	}
}
