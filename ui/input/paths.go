package input

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/ui/clean"
)

// Completion is the result of completing a path.
type Completion struct {
	// Typed is the text before, and Text the text extended by the common beginning of all
	// names.
	Typed, Text string
	// Names are the matching names; folders end in a slash.
	Names []clean.Text
}

// closedFolders are the extensions of folders that are opened as a unit.
var closedFolders = []string{".sfa"}

// Complete completes a path from the names in its folder. Names that begin with a dot are left
// out unless the text contains one. It reads the disk.
func Complete(typed string) Completion {
	c := Completion{Typed: typed, Text: typed}
	if typed == "~" {
		c.Text = "~/"
		return c
	}
	head, begun := "", typed
	if i := strings.LastIndexByte(typed, filepath.Separator); i >= 0 {
		head, begun = typed[:i+1], typed[i+1:]
	}
	folder := Path(head)
	if folder == "" {
		folder = "."
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return c
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, begun) || begun == "" && strings.HasPrefix(name, ".") {
			continue
		}
		if isFolder(folder, e) && !slices.Contains(closedFolders, filepath.Ext(name)) {
			name += string(filepath.Separator)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return c
	}
	shared := names[0]
	for _, name := range names[1:] {
		shared = commonPrefix(shared, name)
	}
	c.Text, c.Names = head+shared, clean.All(names)
	return c
}

// isFolder reports whether an entry is a folder or a link to one.
func isFolder(folder string, e os.DirEntry) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(folder, e.Name()))
	return err == nil && info.IsDir()
}

// commonPrefix returns the common beginning of two texts.
func commonPrefix(a, b string) string {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return string(x[:n])
}
