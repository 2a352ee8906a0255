package datasets

import "fmt"

// UsageError reports that the user asked for something that does not exist or
// cannot be: a file, a column, a flag's value.
type UsageError struct{ msg string }

func (e *UsageError) Error() string { return e.msg }

// usagef makes a *UsageError.
func usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}
