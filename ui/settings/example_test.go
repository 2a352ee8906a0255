package settings_test

import (
	"fmt"
	"os"
	"path/filepath"

	"example.com/sfatui/ui/settings"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "settings.yaml")
	if err := settings.Write(path, "theme", "light"); err != nil {
		panic(err)
	}
	s, err := settings.Read(path)
	mouse, _ := settings.Named("mouse")
	fmt.Println(s.Theme, mouse.Get(&s), err)
	// Output: light on <nil>
}
