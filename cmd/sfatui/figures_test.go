package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The tests try at least as much as help sessions claims.
func TestFiguresInHelp(t *testing.T) {
	promise, faults := regexp.MustCompile(`sessiontest\.Promise\(t, (\d+)\)`), 0
	noError(t, filepath.WalkDir("../../sessions", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range promise.FindAllSubmatch(text, -1) {
			n, _ := strconv.Atoi(string(found[1]))
			faults += n
		}
		return err
	}))
	said := succeed(t, "help", "sessions")
	ci, err := os.ReadFile("../../.ci/run")
	noError(t, err)
	for _, want := range []string{
		strconv.Itoa(killedPoints) + " points ", " killed " + strconv.Itoa(killsOfCI) + " times", thousands(faults) + " faults", "SFATUI_MUTATIONS=300 ", "300 mutations",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("help sessions does not say %q", want)
		}
	}
	if !strings.Contains(string(ci), "SFATUI_MUTATIONS=300 ") {
		t.Error("CI does not try as many mutations")
	}
}

// thousands returns a number of at least a thousand with its comma.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	return digits[:len(digits)-3] + "," + digits[len(digits)-3:]
}
