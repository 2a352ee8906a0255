package main

import (
	"context"
	"fmt"
	"io"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"github.com/spf13/cobra"
)

// permutations is the value of --permutations.
type permutations int

func (n *permutations) flag(cmd *cobra.Command) {
	cmd.Flags().IntVar((*int)(n), "permutations", 0, "after the sweep, test the choice of the best point: permute the labels this many times, and repeat the sweep and the choice for each permutation")
}

// check returns an error for an invalid number of permutations.
func (n permutations) check(cmd *cobra.Command) error {
	if n < 0 || n == 0 && cmd.Flags().Changed("permutations") {
		return cli.Usagef("--permutations %d: must be at least 1", n)
	}
	return nil
}

// testAfter returns the function that tests the choice of a finished session;
// nil without --permutations.
func (n permutations) testAfter(ctx context.Context, o sweep.RunOptions, stderr io.Writer) func(*sessions.Session) (*sessions.Session, error) {
	if n == 0 {
		return nil
	}
	return func(s *sessions.Session) (*sessions.Session, error) {
		set, err := s.OpenData(ctx)
		if err != nil {
			return s, cli.Data(err)
		}
		tenth := 0
		err = compute.Permute(ctx, s, set, int(n), o, func(done int) {
			if now := 10 * done / int(n); now > tenth {
				tenth = now
				fmt.Fprintf(stderr, "%d of %d permutations\n", done, int(n))
			}
		})
		if err != nil {
			return s, err
		}
		return s.Reopen()
	}
}
