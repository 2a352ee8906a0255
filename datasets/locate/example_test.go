package locate_test

import (
	"fmt"
	"os"
	"path/filepath"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/sound"
	"example.com/sfatui/datasets/locate"
)

// The words of a folder, whose file names contain the word and the speaker.
func ExampleLocator() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	for _, name := range []string{"yes_ada_2.wav", "no_bob_1.wav", "README.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("RIFF"), 0o600); err != nil {
			fmt.Println(err)
			return
		}
	}
	known := format.List{&sound.WAV}
	pattern, err := locate.ParseName("{label}_{group}_{rep}", known)
	if err != nil {
		fmt.Println(err)
		return
	}
	l := locate.Locator{Formats: known, Name: pattern, RealPaths: map[string]string{}}
	if err := l.Locate([]string{folder}, false); err != nil {
		fmt.Println(err)
		return
	}
	files, err := l.Located()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		fmt.Println(f.Base(), f.Format.Name, f.Fields)
	}
	// Output:
	// no_bob_1.wav a WAV file map[group:bob label:no rep:1]
	// yes_ada_2.wav a WAV file map[group:ada label:yes rep:2]
}
