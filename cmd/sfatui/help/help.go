package help

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/cmd/sfatui/flags"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/glossary"
	"example.com/sfatui/ui/layout"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Command returns the command help, for a command, a flag group, one flag, or a
// topic.
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use: "help [COMMAND | TOPIC | GROUP | FLAG | all]", GroupID: "about", Short: "Show help on a command, a topic, or flags",
		DisableFlagParsing: true, // a flag may be given with its dashes
		RunE: func(cmd *cobra.Command, args []string) error {
			w, root := cmd.OutOrStdout(), cmd.Root()
			switch {
			case len(args) == 0:
				printShort(w, root)
				return nil
			case args[0] == "--help" || args[0] == "-h":
				printHelp(w, cmd)
				return nil
			}
			if c, _, err := root.Find(args); err == nil && c != root {
				printHelp(w, c)
				return nil
			}
			return printTopic(w, sweepCommand(root), strings.Join(args, " "))
		},
	}
	cmd.Long = "Show help on a command, a group of flags, one flag, or a topic. The topics are\n" + strings.Join(topicNames(), ", ") + "."
	return cmd
}

// sweepCommand returns the command with all flags of a sweep.
func sweepCommand(root *cobra.Command) *cobra.Command {
	for _, c := range root.Commands() {
		if c.Name() == "run" {
			return c
		}
	}
	return root
}

// Show prints the output of --help: with one further word, only the help on
// that.
func Show(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	if words := cmd.Flags().Args(); len(words) == 1 && manyFlags(cmd) {
		if err := printTopic(w, cmd, words[0]); err == nil {
			return
		}
	}
	printHelp(w, cmd)
}

// manyFlags reports whether a command has the flags of a sweep, which are too
// many for one screen.
func manyFlags(cmd *cobra.Command) bool { return cmd.Flags().Lookup("sigma") != nil }

// printHelp prints the help of a command; for one with many flags only the
// commonest.
func printHelp(w io.Writer, cmd *cobra.Command) {
	if manyFlags(cmd) {
		printShort(w, cmd)
		return
	}
	if !cmd.Runnable() { // a topic: its text is already formatted, and may contain a program
		fmt.Fprintln(w, strings.TrimRight(cmd.Long, "\n"))
		return
	}
	cli.Paragraphs(w, strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short)))
	fmt.Fprintf(w, "\nusage: %s\n", cmd.UseLine())
	if cmd.Example != "" {
		fmt.Fprintf(w, "\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableLocalFlags() {
		fmt.Fprintln(w)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				printFlag(w, f)
			}
		})
	}
}

// printShort prints the help on one screen: the subcommands, if any, and the
// commonest flags by group.
func printShort(w io.Writer, cmd *cobra.Command) {
	width := cli.Columns()
	fmt.Fprintf(w, "%s\n", cmd.Short)
	fmt.Fprintf(w, "usage: %s\n", cmd.UseLine())
	if !cmd.HasParent() {
		fmt.Fprintln(w, "       sfatui COMMAND …")
		fmt.Fprintln(w, "SESSION: a path, a number from sfatui ls, - (the newest), or a part of a name")
		for _, g := range cmd.Groups() {
			var names []string
			for _, c := range cmd.Commands() {
				if c.GroupID == g.ID && c.IsAvailableCommand() {
					names = append(names, c.Name())
				}
			}
			for i, line := range layout.Wrap(clean.Of(strings.Join(names, " ")), width-13) {
				head := ""
				if i == 0 {
					head = strings.ToLower(g.Title)
				}
				fmt.Fprintf(w, "%-12s %s\n", head, line)
			}
		}
		fmt.Fprintln(w)
	}
	for i, p := range purposes {
		head := p.name
		for _, f := range flagsOf(cmd.Flags(), i) {
			if slices.Contains(p.common, f.Name) {
				fmt.Fprintln(w, string(layout.CutWords(clean.Of(fmt.Sprintf("%-12s --%-12s %s", head, f.Name, f.Usage)), width)))
				head = ""
			}
		}
	}
	fmt.Fprintf(w, "\nhelp all lists every flag, help GROUP (%s …) one group with examples,\n", purposes[3].name)
	fmt.Fprintln(w, "help FLAG one flag with its values; explain WORD explains a term. Help topics:")
	cli.Wrapped(w, "  ", strings.Join(topicNames(), ", "))
}

// printTopic prints the help for a flag group, one flag, all flags, or a topic.
func printTopic(w io.Writer, cmd *cobra.Command, word string) error {
	name := strings.TrimLeft(word, "-")
	if name == "all" {
		for i := range purposes {
			printPurpose(w, cmd, i)
		}
		return nil
	}
	if i := slices.IndexFunc(purposes, func(p purpose) bool { return p.name == name }); i >= 0 {
		printPurpose(w, cmd, i)
		return nil
	}
	if t, ok := topicNamed(word); ok { // a flag of the same name is written with dashes
		return t.Print(w)
	}
	if f := cmd.Flags().Lookup(name); f != nil {
		printOneFlag(w, f)
		return nil
	}
	if f := cmd.Root().Flags().Lookup(name); f != nil {
		printOneFlag(w, f)
		return nil
	}
	if meant, ok := cli.OtherWord(name); ok && meant != "" {
		meant = strings.TrimPrefix(meant, "help ")
		return &message.Mistake{Err: cli.Usagef("no help on %q; did you mean %s?", message.Clean(word), meant), Word: word, Meant: meant}
	}
	names := append(topicNames(), flags.Names(cmd.Flags())...)
	for _, p := range purposes {
		names = append(names, p.name)
	}
	for _, c := range cmd.Root().Commands() {
		names = append(names, c.Name())
	}
	return message.Mistaken(cli.Usagef("no help on %q; %s", message.Clean(word), message.Or(name, names, "sfatui help lists its topics")), word, names)
}

// printPurpose prints the flags of a group, with an example.
func printPurpose(w io.Writer, cmd *cobra.Command, group int) {
	p := purposes[group]
	flags := flagsOf(cmd.Flags(), group)
	if len(flags) == 0 {
		flags = flagsOf(cmd.Root().Flags(), group)
	}
	fmt.Fprintf(w, "%s: %s\n", p.name, p.about)
	for _, f := range flags {
		printFlag(w, f)
	}
	fmt.Fprintln(w, "example:")
	cli.Wrapped(w, "  ", p.example)
	fmt.Fprintln(w)
}

// flagWidth is the width of the column of flag names.
const flagWidth = 26

// printFlag prints a flag and, next to it, its wrapped description.
func printFlag(w io.Writer, f *pflag.Flag) {
	head := "  --" + f.Name
	if f.Shorthand != "" {
		head = "  -" + f.Shorthand + ", --" + f.Name
	}
	if len(head) > flagWidth-1 {
		fmt.Fprintln(w, head)
		head = ""
	}
	for i, line := range layout.Wrap(clean.Of(f.Usage+defaultText(f)), cli.Columns()-flagWidth) {
		if i > 0 {
			head = ""
		}
		fmt.Fprintf(w, "%-*s%s\n", flagWidth, head, line)
	}
}

// defaultText returns the default of a flag for its description; "" if the
// description contains it or the default is empty.
func defaultText(f *pflag.Flag) string {
	text := f.DefValue
	if slices.Contains([]string{"", "0", "0s", "false", "[]"}, text) || strings.Contains(f.Usage, "(default") {
		return ""
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(x, 'g', 3, 64)
	}
	return " (default: " + text + ")"
}

// printChoices prints the words that an axis accepts, each with its description if it has one.
func printChoices(w io.Writer, a *part.Axis) {
	if a.Choices == nil {
		return
	}
	var plain []string
	for _, word := range a.Choices {
		if a.Docs[word] == "" {
			plain = append(plain, word)
			continue
		}
		fmt.Fprintf(w, "  %s\n", word)
		cli.Wrapped(w, "    ", a.Docs[word])
	}
	if plain != nil {
		cli.Wrapped(w, "  ", "words: "+strings.Join(plain, ", "))
	}
}

// printOneFlag prints everything about a flag: its description, its choices,
// the flags that it needs, and its default.
func printOneFlag(w io.Writer, f *pflag.Flag) {
	fmt.Fprintf(w, "--%s  (%s)\n", f.Name, purposes[purposeOf(f.Name)].name)
	a, isAxis := part.AxisNamed(f.Name)
	if !isAxis {
		cli.Wrapped(w, "  ", f.Usage+defaultText(f))
		return
	}
	cli.Wrapped(w, "  ", a.Doc)
	if t, ok := glossary.Find(f.Name); ok {
		cli.Wrapped(w, "  ", t.Text)
	}
	printChoices(w, a)
	for _, n := range a.Needs() {
		cli.Wrapped(w, "  ", "applies to: --"+n.Axis.Name+" "+strings.Join(n.Parts, ", "))
	}
	switch {
	case a.Default != "":
		fmt.Fprintf(w, "  default: %s\n", a.Default)
	case a.Measures:
		fmt.Fprintf(w, "  default: %s\n", a.Unset)
	case !a.Optional: // the Doc of others contains the default
		fmt.Fprintf(w, "  default: from the data\n")
	}
	if len(a.Choices) > 1 {
		fmt.Fprintf(w, "  a list makes an axis: --%s %s,%s\n", f.Name, a.Choices[0], a.Choices[1])
	}
}
