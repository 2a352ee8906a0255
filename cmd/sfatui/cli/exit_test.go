package cli

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/sessiontest"
)

// An error of the machine is neither a usage error nor one of the data,
// wherever it occurs.
func TestExitCodeOfTheMachine(t *testing.T) {
	all := []error{syscall.EMFILE, syscall.ESTALE, syscall.ETIMEDOUT}
	for _, fault := range sessiontest.Faults {
		all = append(all, fault.Err)
	}
	for _, no := range all {
		err := fmt.Errorf("keeping data: %w", &fs.PathError{Op: "write", Path: "x", Err: no})
		for _, err := range []error{err, Data(err)} {
			if code := Code(err); code != CodeFailed {
				t.Errorf("%v in a %T exits with %d, want %d", no, err, code, CodeFailed)
			}
		}
	}
	for _, no := range []error{syscall.ENOENT, syscall.ENAMETOOLONG} {
		if code := Code(Data(&fs.PathError{Op: "open", Path: "x", Err: no})); code != CodeUsage {
			t.Errorf("%v exits with %d, want %d", no, code, CodeUsage)
		}
	}
}

// A word that would fill the screen is shortened in its middle.
func TestLongWord(t *testing.T) {
	var b strings.Builder
	if code := Report(&b, nil, Usagef("--m %s: not a number", strings.Repeat("x", 5000))); code != CodeUsage {
		t.Errorf("exits with %d", code)
	}
	if s := b.String(); len(s) > 130 || !strings.Contains(s, "xxx…xxx") || !strings.Contains(s, ": not a number") {
		t.Errorf("%q", s)
	}
}
