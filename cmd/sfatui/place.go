package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
)

// sessionsDir is where sessions go that are not named: the user's state, kept
// out of whatever folder the command runs in.
func sessionsDir() (string, error) {
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

// newSessionDir names a session that does not exist yet, and makes the folder
// it goes into.
func newSessionDir(name string) (string, error) {
	dir, err := sessionsDir()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return newSessionIn(dir, name)
}

// newSessionIn names a session in a folder that does not exist yet.
func newSessionIn(dir, name string) (string, error) {
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

// findSession is the directory of a session given by path, or by name where
// unnamed sessions go.
func findSession(arg string) string {
	if _, err := os.Stat(arg); err == nil {
		return arg
	}
	if dir, err := sessionsDir(); err == nil && filepath.Base(arg) == arg {
		for _, name := range []string{arg, arg + sessions.Ext} {
			path := filepath.Join(dir, name)
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	return arg
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func budgetOf(o sweep.RunOptions) int64 {
	if o.Memory > 0 {
		return o.Memory
	}
	return math.MaxInt64
}
