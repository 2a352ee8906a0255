package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/export/view"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/page"
)

// Exit codes, as documented in README.
const (
	CodeDone        = 0
	CodeFailed      = 1
	CodeUsage       = 2
	CodeSomeFailed  = 3
	CodeDamaged     = 4
	CodeData        = 65
	CodeRetry       = 75
	CodeInterrupted = 130
)

// usageError is a mistake on the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage marks an error as a mistake on the command line.
func Usage(err error) error { return usageError{err} }

// dataError reports data that exists but cannot be used.
type dataError struct{ error }

func (e dataError) Unwrap() error { return e.error }

// Data marks an error as one of data.
func Data(err error) error { return dataError{err} }

// SomeFailed reports that a sweep ended with failed points.
type SomeFailed int

func (n SomeFailed) Error() string {
	if n == 1 {
		return "1 fit failed; the table and the session list the cause"
	}
	return message.Counted(int(n), "fit") + " failed; the table and the session list the causes"
}

// damagedSession reports that a check found damage, which is already printed.
type damagedSession struct{ error }

// longWord matches words that are longer than most paths and would fill the
// screen, with their beginning and end.
var longWord = regexp.MustCompile(`(\S{60})\S{240,}(\S{20})`)

// Report prints an error and, if it is known, the corrected command. It returns
// the exit code.
func Report(stderr io.Writer, args []string, err error) int {
	if err == nil {
		return CodeDone
	}
	code := Code(err)
	if code == CodeInterrupted {
		fmt.Fprintln(stderr, "sfatui: interrupted")
		return code
	}
	fmt.Fprintln(stderr, "sfatui:", longWord.ReplaceAllString(message.Clean(err.Error()), "$1…$2"))
	if try := tryLine(err, args); try != "" {
		fmt.Fprintln(stderr, "try:", try)
	}
	return code
}

// machineErrors lists the errors of missing resources of the machine.
var machineErrors = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EFBIG, syscall.EIO, syscall.ESTALE, syscall.ETIMEDOUT, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE}

// IsMachine reports whether an error comes from the machine: a full disk, no
// memory.
func IsMachine(err error) bool {
	return slices.ContainsFunc(machineErrors, func(no error) bool { return errors.Is(err, no) })
}

// Code returns the exit code of an error, CodeDone for nil.
func Code(err error) int {
	var (
		usage    usageError
		spec     *part.SpecError
		asked    *message.UsageError
		data     dataError
		seen     *page.DataError
		failed   SomeFailed
		damaged  damagedSession
		unusable *store.DamagedError
		undrawn  *view.Error
		unread   *export.DataError
		disk     *store.DiskError
		busy     *journal.BusyError
		retry    retryError
		here     *jobs.NotHereError
		queued   *jobs.QueuedError
		awaited  *jobs.AwaitedError
	)
	switch {
	case errors.Is(err, context.Canceled):
		return CodeInterrupted
	case errors.As(err, &retry):
		return CodeRetry
	case errors.As(err, &disk), IsMachine(err):
		return CodeFailed
	case errors.As(err, &usage), errors.As(err, &busy), errors.As(err, &undrawn), errors.As(err, &spec), errors.As(err, &asked), errors.As(err, &here), errors.As(err, &queued), errors.As(err, &awaited), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist), errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, ui.ErrTerminal):
		return CodeUsage
	case errors.As(err, &failed):
		return CodeSomeFailed
	case errors.As(err, &damaged), errors.As(err, &unusable):
		return CodeDamaged
	case errors.As(err, &data), errors.As(err, &seen), errors.As(err, &unread):
		return CodeData
	}
	return CodeFailed
}

// Usagef returns a formatted error of the command line.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// retryError reports that a task can be restarted unchanged.
type retryError struct{ error }

func (e retryError) Unwrap() error { return e.error }

// Retry marks an error as one after which a retry may succeed.
func Retry(err error) error { return retryError{err} }

// Damaged reports a damaged session after its report is printed.
var Damaged error = damagedSession{errors.New("the session is damaged; its undamaged points can still be opened and resumed")}

// tryLine returns the command line with the mistake corrected, or with the
// flags that avoid the error; "" if neither is known.
func tryLine(err error, args []string) string {
	var mended remedied
	if errors.As(err, &mended) {
		return CommandLine(append(withoutFlags(args, mended.flags), mended.flags...))
	}
	var other instead
	if errors.As(err, &other) && slices.Contains(args, other.word) {
		at := slices.Index(args, other.word)
		return CommandLine(slices.Replace(slices.Clone(args), at, at+1, other.meant...))
	}
	slips := message.Mistakes(err)
	if slips == nil {
		return ""
	}
	args = slices.Clone(args)
	for _, slip := range slips {
		if !replaceWord(args, slip) {
			return ""
		}
	}
	return CommandLine(args)
}

// replaceWord replaces a mistaken word by the intended one, in the first argument that contains
// it alone, in a list, before = or :, or as a condition of --where behind a blank.
func replaceWord(args []string, slip *message.Mistake) bool {
	for _, before := range []string{`(^|[,=])`, `( )`} {
		word := regexp.MustCompile(before + regexp.QuoteMeta(slip.Word) + `($|[,=:])`)
		i := slices.IndexFunc(args, word.MatchString)
		if i < 0 {
			continue
		}
		at := word.FindStringSubmatchIndex(args[i])
		args[i] = args[i][:at[3]] + slip.Meant + args[i][at[4]:]
		return true
	}
	return false
}

// lists holds the flags that may occur several times.
var lists = []string{"--drop", "--columns", "--missing-value", "--test-data"}

// withoutFlags returns args without the flags, and their values, that others
// replace.
func withoutFlags(args, others []string) []string {
	var kept []string
	for i := 0; i < len(args); i++ {
		flag, _, joined := strings.Cut(args[i], "=")
		at := slices.Index(others, flag)
		if !strings.HasPrefix(flag, "--") || at < 0 || slices.Contains(lists, flag) {
			kept = append(kept, args[i])
			continue
		}
		if !joined && at+1 < len(others) && !strings.HasPrefix(others[at+1], "--") {
			i++ // skip its value
		}
	}
	return kept
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,=+@%^-]+$`)

// CommandLine returns a command with its words quoted for a shell.
func CommandLine(args []string) string {
	words := []string{"sfatui"}
	for _, arg := range args {
		if arg = message.Clean(arg); !plainWord.MatchString(arg) {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, cmp.Or(arg, "''"))
	}
	return strings.Join(words, " ")
}

// remedied is an error that further flags avoid.
type remedied struct {
	error
	flags []string
}

func (e remedied) Unwrap() error { return e.error }

// instead is an error of a word with those that were meant.
type instead struct {
	error
	word  string
	meant []string
}

func (e instead) Unwrap() error { return e.error }

// Instead marks an error of a word with those that were meant in its place, if any.
func Instead(err error, word string, meant []string) error { return instead{err, word, meant} }

// Mended returns an error with the flags that avoid it.
func Mended(err error, flags []string) error { return remedied{err, flags} }
