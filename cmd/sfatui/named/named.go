package named

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
)

// Command returns a command that takes one session.
func Command(name, short string, run func(cmd *cobra.Command, dir string) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " SESSION",
		GroupID: "session",
		Short:   short,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return Needed(cmd, len(args), "%s requires one session, %d given", name, len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := Path(cmd, args[0])
			if err != nil {
				return err
			}
			return run(cmd, dir)
		},
	}
}

// begins is the time that [Awaited] waits for a session.
const begins = 10 * time.Second

// Awaited waits until a session exists that a word names in full, as NAME.sfa
// or a path to it, and that another process may be creating. After some seconds
// it returns, so that [Path] reports the error.
func Awaited(ctx context.Context, stderr io.Writer, word string) {
	if filepath.Ext(filepath.Clean(word)) != sessions.Ext {
		return
	}
	places := list.Usual()
	if _, err := places.Path(word); err == nil && (store.Exists(word) || !strings.ContainsRune(word, filepath.Separator)) {
		return
	}
	paths := []string{word}
	if !strings.ContainsRune(word, filepath.Separator) {
		for _, folder := range places.Folders {
			paths = append(paths, filepath.Join(folder, word))
		}
	}
	fmt.Fprintf(stderr, "waiting up to %d s for %s to be created\n", int(begins.Seconds()), clean.Of(word))
	ctx, stop := context.WithTimeout(ctx, begins)
	defer stop()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for !slices.ContainsFunc(paths, store.Exists) {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// Path returns the path of the session that a word means, and remembers it. If
// the word is ambiguous, it lists the sessions.
func Path(cmd *cobra.Command, word string) (string, error) {
	places := list.Usual()
	dir, err := places.Path(word)
	var several *list.AmbiguousError
	var unknown *list.UnknownError
	switch {
	case errors.As(err, &several):
		if err := printNewest(cmd.Context(), cmd.ErrOrStderr(), several.Items, several.Numbers, true); err != nil {
			return "", err
		}
		return "", cli.Usage(err)
	case errors.As(err, &unknown):
		return "", cli.Usage(err)
	case err != nil:
		return "", err
	}
	places.Remember(dir)
	return dir, nil
}

// Open opens the session that a word means.
func Open(cmd *cobra.Command, word string) (*sessions.Session, error) {
	dir, err := Path(cmd, word)
	if err != nil {
		return nil, err
	}
	return Read(cmd, dir)
}

// Read reads the session in a directory, with progress on a terminal if it
// takes long.
func Read(cmd *cobra.Command, dir string) (*sessions.Session, error) {
	f, ok := cmd.ErrOrStderr().(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) {
		return sessions.Open(dir)
	}
	r := reading{to: f, begun: time.Now()}
	defer r.clear()
	return sessions.OpenWithProgress(store.At(dir), r.showProgress)
}

// reading shows the progress of reading a session, in a line that is rewritten.
type reading struct {
	to    io.Writer
	begun time.Time

	mu    sync.Mutex
	shown time.Time
}

const (
	progressDelay    = 500 * time.Millisecond // time before the first line
	progressInterval = 100 * time.Millisecond
)

func (r *reading) showProgress(kind string, read, of int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := time.Now(); now.Sub(r.begun) >= progressDelay && now.Sub(r.shown) >= progressInterval {
		r.shown = now
		fmt.Fprintf(r.to, "\rreading %s of %s\x1b[K", clean.Count(read), clean.Counted(of, clean.Of(kind)))
	}
}

// clear clears the line.
func (r *reading) clear() {
	if !r.shown.IsZero() {
		fmt.Fprint(r.to, "\r\x1b[K")
	}
}

// Needed returns the error of a wrong number of sessions. Without any session,
// it first lists the newest.
func Needed(cmd *cobra.Command, given int, format string, args ...any) error {
	if given > 0 {
		return cli.Usagef(format, args...)
	}
	items, numbers, err := sessionsIn(cmd.ErrOrStderr(), nil)
	if err != nil {
		return err
	}
	if err := printNewest(cmd.Context(), cmd.OutOrStdout(), items, numbers, false); err != nil {
		return err
	}
	return cli.Usagef(format, args...)
}

// newest is the maximum number of sessions listed with an error.
const newest = 10

// printNewest prints a line for each of the first sessions, and the number of
// the others.
func printNewest(ctx context.Context, w io.Writer, items []list.Item, numbers []int, names bool) error {
	n := min(newest, len(items))
	if n > 0 {
		if err := printItems(ctx, w, items[:n], numbers[:n], names, func(*list.Item) bool { return true }); err != nil {
			return err
		}
	}
	if n < len(items) {
		fmt.Fprintf(w, "… %d more: sfatui ls\n", len(items)-n)
	}
	return nil
}

// WarnDamage prints the damage of a session, and reports whether there is any.
func WarnDamage(w io.Writer, s interface{ Damage() []store.Damage }) bool {
	for _, d := range s.Damage() {
		fmt.Fprintf(w, "damaged: %s\n", d)
	}
	return len(s.Damage()) > 0
}
