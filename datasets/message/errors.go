package message

import (
	"errors"
	"fmt"
	"io/fs"
)

// UsageError reports that the user asked for something that does not exist or
// cannot be: a file, a column, a flag's value.
type UsageError struct{ msg string }

func (e *UsageError) Error() string { return e.msg }

// Usagef makes a *UsageError.
func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}

// Reason is an I/O error without the path, which the message names already.
func Reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
