package message

import (
	"errors"
	"fmt"
	"io/fs"
)

// UsageError reports that the user named something that does not exist or is
// invalid: a file, a column, a flag's value.
type UsageError struct{ msg string }

func (e *UsageError) Error() string { return e.msg }

// Usagef returns a formatted *UsageError.
func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}

// Reason returns an I/O error without the path, which the message already
// contains.
func Reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
