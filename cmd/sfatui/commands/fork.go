package commands

import (
	"fmt"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/store"
	"github.com/spf13/cobra"
)

// Fork returns the command fork.
func Fork() *cobra.Command {
	var out string
	cmd := named.Command("fork", "Start a new session from the finished points of another", func(cmd *cobra.Command, dir string) error {
		s, err := named.Read(cmd, dir)
		if err != nil {
			return err
		}
		stderr := cmd.ErrOrStderr()
		damaged := named.WarnDamage(stderr, s)
		to := out
		if to == "" {
			if to, err = list.NewDir(s.Header.Name); err != nil {
				return err
			}
		}
		fork, err := s.Fork(store.At(to))
		if err != nil {
			return err
		}
		carried := len(fork.Done())
		fmt.Fprintf(stderr, "session %s\n%d of %d fits carried over, %d to compute\n", message.Clean(to), carried, len(fork.Plan()), len(fork.Missing()))
		if by := s.Header.Spec.Search; by.By != "" {
			fmt.Fprintf(stderr, "search: sfatui resume continues with %s, up to %d configurations of the grid\n", message.Clean(by.By), by.Points)
		}
		if carried < len(s.Done()) {
			sameArithmetic(stderr, s)
		}
		if damaged {
			return cli.Damaged
		}
		return nil
	})
	cmd.Long = `Start a new session with the sweep, the plans and the finished points of another
session, which is left unchanged; the new session records it as its parent. Points
of another engine, of other arithmetic, or with other measures are not copied: the
new session computes them again. Open the new session with sfatui open, or compute
its missing points with sfatui resume.`
	cmd.Example = `  sfatui fork words.sfa -o mine.sfa
  sfatui fork from-a-colleague.sfa.tar`
	cmd.Flags().StringVarP(&out, "output", "o", "", "directory of the new session (default: one named after the data)")
	return cmd
}
