package sandbox_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"example.com/sfatui/datasets/sandbox"
)

// A program with several users reads the files of one folder only.
func ExampleDisk() {
	home, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(home)
	folder := filepath.Join(home, "served")
	err = errors.Join(os.Mkdir(folder, 0o700),
		os.WriteFile(filepath.Join(folder, "walk.csv"), []byte("1\n2\n"), 0o600),
		os.WriteFile(filepath.Join(home, "secret.csv"), []byte("3\n"), 0o600))
	if err != nil {
		fmt.Println(err)
		return
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	disk := sandbox.Disk{Root: root}
	fmt.Println(disk.Regular("walk.csv"), disk.Regular(filepath.Join(folder, "walk.csv")))
	for _, path := range []string{"../secret.csv", filepath.Join(home, "secret.csv")} {
		_, err := disk.Open(path)
		fmt.Println(errors.Is(err, sandbox.ErrOutside))
	}
	// Output:
	// true true
	// true
	// true
}
