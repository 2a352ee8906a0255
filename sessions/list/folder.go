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

// Folder is where sessions go that are not named: the user's state, kept
// out of whatever folder the command runs in.
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

// NewDir names a session that does not exist yet, and makes the folder
// it goes into.
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

// NewDirIn names a session in a folder that does not exist yet.
func NewDirIn(dir, name string) (string, error) {
	// A hidden name would not be listed, one that is long not be made.
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
