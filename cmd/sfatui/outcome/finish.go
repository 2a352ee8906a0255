package outcome

import (
	"errors"
	"fmt"
	"io/fs"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/export"
	"github.com/spf13/cobra"
)

// BatchTable prints the table of a session from its records, and its damage.
func BatchTable(cmd *cobra.Command, dir string, asJSON bool) error {
	s, err := named.Read(cmd, dir)
	if err != nil {
		return err
	}
	if !asJSON {
		printTable(cmd.OutOrStdout(), s)
	}
	if named.WarnDamage(cmd.ErrOrStderr(), s) {
		return cli.Damaged
	}
	return nil
}

// Finish waits for a sweep, prints its results, and returns its error.
func Finish(e *compute.Execution, show *Progress) error {
	waitErr := e.Wait()
	show.End()
	dir := e.Session().Dir
	if waitErr != nil {
		if !errors.Is(waitErr, fs.ErrNotExist) { // deleted meanwhile
			fmt.Fprintf(show.Stderr, "the session is kept; continue with sfatui resume %s\n", message.Clean(dir))
		}
		return waitErr
	}
	s, err := e.Finished()
	if err != nil {
		return err
	}
	return PrintSession(show, s)
}

// PrintSession prints the table of a session whose sweep has ended, and the
// verdict if it is an experiment of the papers.
func PrintSession(show *Progress, s *sessions.Session) error {
	if show.After != nil {
		var err error
		if s, err = show.After(s); err != nil {
			return err
		}
	}
	if show.json {
		cli.JSON(show.stdout, export.ChoiceOf(s))
	} else {
		printTable(show.stdout, s)
	}
	fmt.Fprintf(show.Stderr, "session %s\n", message.Clean(s.Dir))
	if show.json {
		Judge(show.Stderr, s)
	} else {
		Judge(show.stdout, s)
	}
	return failuresOf(s)
}

// failuresOf returns an error if points of a session failed; if all failed,
// with their commonest error.
func failuresOf(s *sessions.Session) error {
	failed, most := 0, ""
	count := map[string]int{}
	points := map[part.Point]bool{}
	for _, r := range s.Finished() {
		points[r.Point.Config()] = true
		if r.Error == "" {
			continue
		}
		failed++
		if count[r.Error]++; count[r.Error] > count[most] {
			most = r.Error
		}
	}
	switch {
	case failed == 0:
		return nil
	case failed == len(s.Finished()) && len(points) == 1:
		return fmt.Errorf("the only point failed: %s", most)
	case failed == len(s.Finished()):
		return fmt.Errorf("all %d points failed, %d of %d fits with the error: %s", len(points), count[most], failed, most)
	}
	return cli.SomeFailed(failed)
}
