package exit

import (
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/sessiontest"
)

// What the machine lacks is no slip of the command line and no fault of the data,
// wherever it is met.
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
	missing := &fs.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}
	if code := Code(Data(missing)); code != CodeUsage {
		t.Errorf("a missing file exits with %d, want %d", code, CodeUsage)
	}
}
