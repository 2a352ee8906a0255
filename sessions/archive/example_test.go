package archive_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/store"
)

// A directory is packed, and restored from the file.
func Example() {
	temp, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(temp)
	dir, err := store.At(filepath.Join(temp, "x.sfa")).Make(func(d store.Dir) error {
		return d.Publish(store.HeaderName, []byte("{}"))
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer dir.Close()
	var b bytes.Buffer
	fmt.Println(archive.Write(&b, dir, "x.sfa", time.Unix(1e9, 0)))
	file := filepath.Join(temp, "x"+archive.Ext)
	os.WriteFile(file, b.Bytes(), 0o644)
	fmt.Println(archive.Is(file), archive.Unpack(file, filepath.Join(temp, "y.sfa")))
	text, err := os.ReadFile(filepath.Join(temp, "y.sfa", store.HeaderName))
	fmt.Printf("%s %v\n", text, err)
	// Output:
	// <nil>
	// true <nil>
	// {} <nil>
}
