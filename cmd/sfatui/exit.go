package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"syscall"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/export/view"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitSomeFailed  = 3
	exitDamaged     = 4
	exitData        = 65
	exitRetry       = 75
	exitInterrupted = 130
)

// usageError is a slip on the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// ofUsage marks an error as a slip on the command line.
func ofUsage(err error) error { return usageError{err} }

// dataError is about data that is there but cannot be used.
type dataError struct{ error }

func (e dataError) Unwrap() error { return e.error }

// ofData marks an error as one of data.
func ofData(err error) error { return dataError{err} }

// someFailed says that a sweep ended with failed points.
type someFailed int

func (n someFailed) Error() string {
	if n == 1 {
		return "1 point failed; the table and the session say why"
	}
	return fmt.Sprintf("%d points failed; the table and the session say why", int(n))
}

// damagedSession says that a check found damage; the report is printed.
type damagedSession struct{ error }

// reportError prints an error with, where that is known, the command that was meant, and
// gives its exit code.
func reportError(stderr io.Writer, args []string, err error) int {
	if err == nil {
		return exitDone
	}
	code := exitCode(err)
	if code == exitInterrupted {
		fmt.Fprintln(stderr, "sfatui: interrupted")
		return code
	}
	fmt.Fprintln(stderr, "sfatui:", message.Clean(err.Error()))
	if try := tryLine(err, args); try != "" {
		fmt.Fprintln(stderr, "try:", try)
	}
	return code
}

// machineErrors are what the machine lacks, whatever was being read or written.
var machineErrors = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EFBIG, syscall.EIO, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE}

func isMachineError(err error) bool {
	return slices.ContainsFunc(machineErrors, func(no error) bool { return errors.Is(err, no) })
}

func exitCode(err error) int {
	var (
		usage    usageError
		spec     *part.SpecError
		asked    *message.UsageError
		data     dataError
		seen     *page.DataError
		failed   someFailed
		damaged  damagedSession
		unusable *store.DamagedError
		undrawn  *view.Error
		unread   *export.DataError
		disk     *store.DiskError
		busy     *sessions.BusyError
		retry    retryError
		here     *jobs.NotHereError
		queued   *jobs.QueuedError
	)
	switch {
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &retry):
		return exitRetry
	case errors.As(err, &disk), isMachineError(err):
		return exitFailed
	case errors.As(err, &usage), errors.As(err, &busy), errors.As(err, &undrawn), errors.As(err, &spec), errors.As(err, &asked), errors.As(err, &here), errors.As(err, &queued), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist), errors.Is(err, ui.ErrTerminal):
		return exitUsage
	case errors.As(err, &failed):
		return exitSomeFailed
	case errors.As(err, &damaged), errors.As(err, &unusable):
		return exitDamaged
	case errors.As(err, &data), errors.As(err, &seen), errors.As(err, &unread):
		return exitData
	}
	return exitFailed
}

func usagef(format string, args ...any) error { return ofUsage(fmt.Errorf(format, args...)) }

// retryError says that a task may be begun again as it is.
type retryError struct{ error }

func (e retryError) Unwrap() error { return e.error }

// ofRetry marks what may be tried again.
func ofRetry(err error) error { return retryError{err} }

var errDamaged error = damagedSession{errors.New("the session is damaged; what is whole can still be opened and resumed")}
