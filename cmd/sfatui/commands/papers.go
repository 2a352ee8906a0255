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
		Use: "papers [NAME]", GroupID: "about", Short: "List the papers' experiments, or describe one",
		Long: `List the papers' experiments that --sweep runs, or describe one: its question, the
paper's finding, the data used here, and the sweep.`,
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
			return cli.Usagef("papers accepts one experiment, %d given", len(args))
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
Describe an experiment:            sfatui papers NAME
Run it on a built-in data set:     sfatui run --sweep papers/NAME
Run it on your own data:           sfatui run DATA --sweep papers/NAME
Each run ends with a verdict.
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
	cli.Wrapped(w, "", "question: "+x.Question)
	cli.Wrapped(w, "", "the paper's finding: "+x.Found)
	cli.Wrapped(w, "", fmt.Sprintf("result here: on the built-in set the finding %s, by", x.Outcome.Predicate()))
	fmt.Fprintf(w, "    sfatui run --sweep %s\n", name)
	for _, m := range x.Ours {
		cli.Wrapped(w, "", "result here: "+m.Says+", by")
		cli.Wrapped(w, "    ", m.Command)
	}
	if x.StandIn != "" {
		cli.Wrapped(w, "", "the data here: "+x.StandIn)
	}
	fmt.Fprintln(w, "\nthe sweep, with a built-in data set:")
	cli.Wrapped(w, "    ", sessions.CommandLine(x.Data, x.Spec, "run"))
	fmt.Fprintf(w, `
Run it and judge the finding claim by claim. The margin of a claim is above 0 if
the claim is met; (ln) marks differences of logarithms, where 0.1 is 10 %%. Its
error is the standard error over folds or repeats, or, if these agree on a
share, over the test items. A claim within the error is undecided; more repeats
or more data may decide it:
    sfatui run --sweep %[1]s
Print its settings, time and memory first:
    sfatui run --sweep %[1]s --dry-run
Change a setting (further flags override the sweep; the verdict lists them):
    sfatui run --sweep %[1]s --seed 2
Run it on your own data, after a look at them with sfatui data DATA:
    sfatui run DATA --label COLUMN --sweep %[1]s
`, name)
	return nil
}
