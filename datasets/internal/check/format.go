package check

import (
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// Read reads the bytes as a file of a format, in a folder, and holds the format
// to its promises: what it refuses it says in clean words, and what it yields are
// whole rows of finite numbers.
func Read(t testing.TB, f *format.Format, folder string, b []byte) (*data.Raw, error) {
	t.Helper()
	path := filepath.Join(folder, "file"+f.Extensions[0])
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	file := format.File{Path: path, Size: int64(len(b)), Format: f}
	if f.Folder {
		file.Path, file.Members = folder, []format.Member{{Path: path}}
	}
	to := &format.Sink{Raw: &data.Raw{Kind: f.Kind}}
	defer to.Store.Keep(nil)
	from := format.From{Ctx: t.Context(), Read: func(int) {}}
	src, err := format.OpenSource(from, file, []format.File{file})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if err = f.Read(t.Context(), src, to); err == nil {
		_, err = src.Finish()
	}
	if err != nil {
		if text := err.Error(); message.Clean(text) != text {
			t.Fatalf("the error is not clean: %q", text)
		}
		return nil, err
	}
	for _, r := range to.Recordings {
		if len(r.X) != r.Rows*len(to.Inputs) || message.Clean(r.Name) != r.Name {
			t.Fatalf("%d rows of %d inputs in %d numbers, %q", r.Rows, len(to.Inputs), len(r.X), r.Name)
		}
		for _, v := range r.X {
			if v-v != 0 {
				t.Fatalf("%v among the numbers", v)
			}
		}
	}
	return to.Raw, nil
}
