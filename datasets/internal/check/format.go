package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/message"
)

// Read reads the bytes as a file of a format, in a folder. It checks that an
// error is clean, and that the data consists of complete rows of finite
// numbers.
func Read(t testing.TB, f *format.Format, folder string, b []byte) (*data.Raw, error) {
	t.Helper()
	raw, err := read(t.Context(), f, folder, b)
	if err != nil {
		if text := err.Error(); message.Clean(text) != text {
			t.Fatalf("the error is not clean: %q", text)
		}
		return nil, err
	}
	for _, r := range raw.Recordings {
		if len(r.X) != r.Rows*len(raw.Inputs) || message.Clean(r.Name) != r.Name {
			t.Fatalf("%d rows of %d inputs in %d numbers, %q", r.Rows, len(raw.Inputs), len(r.X), r.Name)
		}
		for _, v := range r.X {
			if v-v != 0 {
				t.Fatalf("%v among the numbers", v)
			}
		}
	}
	return raw, nil
}

// read reads the bytes as a file of a format, in a folder.
func read(ctx context.Context, f *format.Format, folder string, b []byte) (*data.Raw, error) {
	path := filepath.Join(folder, "file"+f.Extensions[0])
	if err := os.WriteFile(path, b, 0o600); err != nil {
		return nil, err
	}
	file := format.File{Path: path, Size: int64(len(b)), Format: f}
	if f.Folder {
		file.Path, file.Members = folder, []format.Member{{Path: path}}
	}
	to := &format.Sink{Raw: &data.Raw{Kind: f.Kind}}
	defer to.Store.Keep(nil)
	from := format.From{Ctx: ctx, Read: func(int) {}}
	src, err := format.OpenSource(from, file, []format.File{file})
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if err := f.Read(ctx, src, to); err != nil {
		return nil, err
	}
	_, err = src.Finish()
	return to.Raw, err
}

// Print reads a file of a format and prints its contents for an example: the
// inputs, the recordings with their labels if there are any, and the notes.
func Print(f *format.Format, file string) {
	home, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home)
	folder := filepath.Join(home, "folder") // images are named after the folder
	if err := os.Mkdir(folder, 0o700); err != nil {
		fmt.Println(err)
		return
	}
	raw, err := read(context.Background(), f, folder, []byte(file))
	if err != nil {
		fmt.Println(strings.TrimPrefix(err.Error(), folder+string(filepath.Separator)))
		return
	}
	fmt.Println("inputs", raw.Inputs)
	for _, r := range raw.Recordings {
		if r.Labels != nil {
			fmt.Println(r.Name, r.Labels, r.X)
		} else {
			fmt.Println(r.Name, r.X)
		}
	}
	for _, note := range raw.Notes {
		fmt.Println(note)
	}
}
