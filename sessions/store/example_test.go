package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"example.com/sfatui/sessions/store"
)

// A name is written once, and no file is read through a planted link.
func Example() {
	temp, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(temp)
	dir, err := store.At(filepath.Join(temp, "x.sfa")).Make(func(d store.Dir) error { return d.Mkdir("points") })
	if err != nil {
		fmt.Println(err)
		return
	}
	defer dir.Close()
	fmt.Println(dir.Publish("points/a.json", []byte("first")))
	fmt.Println(errors.Is(dir.Publish("points/a.json", []byte("second")), fs.ErrExist))
	b, err := dir.Read("points/a.json")
	fmt.Printf("%s %v\n", b, err)

	os.Rename(filepath.Join(temp, "x.sfa", "points"), filepath.Join(temp, "elsewhere"))
	os.Symlink(filepath.Join(temp, "elsewhere"), filepath.Join(temp, "x.sfa", "points"))
	_, err = dir.Read("points/a.json")
	fmt.Println(errors.Is(err, store.ErrEscapes))
	// Output:
	// <nil>
	// true
	// first <nil>
	// true
}
