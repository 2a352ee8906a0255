package main

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/cmd/sfatui/named"
	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/page/tasks"
)

// localHome returns the source of home's lists on this machine.
func localHome() home.Source {
	local := home.Local{Places: list.Usual(), Folder: ".", Spec: flags.Usual(), Kept: list.UsualIndex(), Queue: &jobs.Board{Keep: tasks.AskEvery}}
	for _, x := range papers.Experiments() {
		local.More = append(local.More, home.Datum{Name: clean.Of(papers.Prefix + x.Name), Facts: clean.Of(x.Question), Options: x.Data, Experiment: x.Name, Spec: x.Spec})
	}
	return local
}

// showHome shows home, with the sessions to which the purpose applies.
func showHome(cmd *cobra.Command, c ui.Config, purpose home.Purpose) error {
	c.Purpose = purpose
	last, err := ui.Home(cmd.Context(), c)
	if last != "" {
		printNextSteps(cmd.ErrOrStderr(), last)
	}
	return err
}

// withHome makes the session argument of a command optional on a terminal:
// without it, home shows the sessions to which the command applies.
func withHome(cmd *cobra.Command, purpose home.Purpose) *cobra.Command {
	args, run := cmd.Args, cmd.RunE
	cmd.Use = strings.Replace(cmd.Use, "SESSION", "[SESSION]", 1)
	cmd.Args = func(cmd *cobra.Command, given []string) error {
		if len(given) == 0 && cli.IsTerminal(cmd.OutOrStdout()) {
			return nil
		}
		return args(cmd, given)
	}
	cmd.RunE = func(cmd *cobra.Command, given []string) error {
		if len(given) > 0 {
			return run(cmd, given)
		}
		c, err := (&screenFlags{cmd}).screen("sfatui ls lists the sessions")
		if err != nil {
			return err
		}
		return showHome(cmd, c, purpose)
	}
	return cmd
}

// sessionNamed returns the path of the session that a single argument means, or
// "" if it means data: a built-in set or the path of anything else.
func sessionNamed(cmd *cobra.Command, args []string) (string, error) {
	if len(args) != 1 || slices.Contains(builtin.Names(), args[0]) {
		return "", nil
	}
	if _, err := os.Stat(args[0]); err == nil && !list.IsSession(args[0]) {
		return "", nil
	}
	dir, err := named.Path(cmd, args[0])
	var unknown *list.UnknownError
	if errors.As(err, &unknown) || err == nil && !list.IsSession(dir) {
		return "", nil // opening it as data gives a better error
	}
	return dir, err
}
