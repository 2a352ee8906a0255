package input

import (
	"os"
	"path/filepath"
	"strings"
)

// Path is the path that a user typed, with a leading ~ replaced by his folder.
func Path(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if dir, err := os.UserHomeDir(); err == nil {
			return filepath.Join(dir, rest)
		}
	}
	return path
}
