package commands

import (
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"github.com/spf13/cobra"
)

// Papers returns the command papers.
func Papers() *cobra.Command {
	return &cobra.Command{
		Use: "papers [NAME]", GroupID: "about", Short: "List the papers' experiments that --sweep runs, or tell of one",
		Long: `List the papers' experiments that --sweep runs, or tell of one: what it asks, what
the paper found, on which data it is asked here, and which sweep that is.`,
		Example: `  sfatui papers
  sfatui papers bohmer-1
  sfatui run --sweep papers/bohmer-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			w := cmd.OutOrStdout()
			switch len(args) {
			case 0:
				listPapers(w)
				return nil
			case 1:
				return printPaper(w, args[0])
			}
			return cli.Usagef("papers takes one experiment, %d given", len(args))
		},
	}
}

// nameWidth is the width of the column of experiment names.
const nameWidth = 28

// listPapers prints the question of every experiment.
func listPapers(w io.Writer) {
	for _, x := range papers.Experiments() {
		name := papers.Prefix + x.Name
		for _, line := range layout.Wrap(clean.Of(x.Paper), cli.Columns()-nameWidth) {
			fmt.Fprintf(w, "%-*s%s\n", nameWidth, name, line)
			name = ""
		}
		cli.Wrapped(w, "    ", x.Question)
	}
	fmt.Fprint(w, `
sfatui papers NAME says what was found there, and which sweep asks it here,
sfatui run --sweep papers/NAME asks it of a built-in set, and
sfatui run DATA --sweep papers/NAME of data of yours. Both end in a verdict.
`)
}

// printPaper prints the description of an experiment.
func printPaper(w io.Writer, name string) error {
	x, ok := papers.Named(name)
	if !ok {
		var names []string
		for _, x := range papers.Experiments() {
			names = append(names, x.Name)
		}
		return message.Mistaken(cli.Usagef("papers %s: there is no such experiment; %s", message.Clean(name), message.Or(strings.TrimPrefix(name, papers.Prefix), names, "sfatui papers lists them")), name, names)
	}
	name = papers.Prefix + x.Name
	cli.Wrapped(w, "", fmt.Sprintf("%s: %s", name, x.Paper))
	cli.Wrapped(w, "", "asked: "+x.Question)
	cli.Wrapped(w, "", "found there: "+x.Found)
	cli.Wrapped(w, "", fmt.Sprintf("found here: on the built-in set the finding %s, by", x.Outcome.Predicate()))
	fmt.Fprintf(w, "    sfatui run --sweep %s\n", name)
	for _, m := range x.Ours {
		cli.Wrapped(w, "", "found here: "+m.Says+", by")
		cli.Wrapped(w, "    ", m.Command)
	}
	if x.StandIn != "" {
		cli.Wrapped(w, "", "the data here: "+x.StandIn)
	}
	fmt.Fprintln(w, "\nthe sweep, which a built-in set of data goes with:")
	spec := x.Spec
	if spec.Inner == "" && spec.Split.Validation > 0 {
		spec.Inner = "last" // the default of run for an experiment without --inner
	}
	cli.Wrapped(w, "    ", sessions.CommandLine(x.Data, spec, "run"))
	fmt.Fprintf(w, `
run it, and have it judged claim by claim. A margin is by how much a claim is
met, and below 0 it is not; (ln) is of logarithms, where 0.1 is 10 %%; its error
is the standard error over folds or repeats, or, where these agree on a share,
of the test items. What that does not settle is undecided, and more repeats or
more data may tell:
    sfatui run --sweep %[1]s
see first what it will need, with every setting:
    sfatui run --sweep %[1]s --dry-run
change it: what is written beside --sweep wins, and the verdict says so:
    sfatui run --sweep %[1]s --seed 2
ask it of data of yours, which sfatui data DATA looks at first:
    sfatui run DATA --label COLUMN --sweep %[1]s
`, name)
	return nil
}
