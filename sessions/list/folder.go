package list

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"example.com/sfatui/sessions"
)

// Folder returns the folder of unnamed sessions: the user's state folder,
// independent of the working folder.
func Folder() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "sfatui"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no place for the session: %w; name one with --out", err)
	}
	return filepath.Join(home, ".local", "state", "sfatui"), nil
}

var unsafe = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// NewDir returns an unused path for a session, and creates the folder that
// contains it.
func NewDir(name string) (string, error) {
	dir, err := Folder()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return NewDirIn(dir, name)
}

// NewDirIn returns an unused path for a session in a folder.
func NewDirIn(dir, name string) (string, error) {
	// Lists omit hidden names, and file systems refuse long ones.
	base := strings.TrimLeft(unsafe.ReplaceAllString(name, "-"), ".")
	base = base[:min(len(base), 100)] + time.Now().Format("-20060102-150405")
	for i := 1; ; i++ {
		path := filepath.Join(dir, base+sessions.Ext)
		if i > 1 {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", base, i, sessions.Ext))
		}
		if _, err := os.Lstat(path); os.IsNotExist(err) {
			return path, nil
		}
	}
}
