package main

import (
	"errors"
	"fmt"
	"io"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/find"
	"github.com/spf13/cobra"
)

// sessionCommand makes a command that takes one session.
func sessionCommand(name, short string, run func(cmd *cobra.Command, dir string) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " SESSION",
		GroupID: "session",
		Short:   short,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return needsSession(cmd, "%s takes one session, %d given", name, len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := sessionPath(cmd, args[0])
			if err != nil {
				return err
			}
			return run(cmd, dir)
		},
	}
}

// sessionPath is the path of the session that a word means, which is remembered. Where
// it may be one of several, these are listed.
func sessionPath(cmd *cobra.Command, word string) (string, error) {
	places := find.Usual()
	dir, err := places.Path(word)
	var several *find.AmbiguousError
	var unknown *find.UnknownError
	switch {
	case errors.As(err, &several):
		printItems(cmd.ErrOrStderr(), several.Items, several.Numbers, true)
		return "", ofUsage(err)
	case errors.As(err, &unknown):
		return "", ofUsage(err)
	case err != nil:
		return "", err
	}
	places.Remember(dir)
	return dir, nil
}

// openSession opens the session that a word means.
func openSession(cmd *cobra.Command, word string) (*sessions.Session, error) {
	dir, err := sessionPath(cmd, word)
	if err != nil {
		return nil, err
	}
	return sessions.Open(dir)
}

// needsSession says that a command lacks its session, after a list of those that there
// are.
func needsSession(cmd *cobra.Command, format string, args ...any) error {
	if err := list(cmd, nil, false); err != nil {
		return err
	}
	return usagef(format, args...)
}

// warnDamage lists what of a session is damaged.
func warnDamage(w io.Writer, s *sessions.Session) bool {
	for _, d := range s.Damage() {
		fmt.Fprintf(w, "damaged: %s\n", d)
	}
	return len(s.Damage()) > 0
}
