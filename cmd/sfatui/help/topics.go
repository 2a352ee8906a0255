package help

import (
	"embed"
	"fmt"
	"io"
	"path"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui"
)

// texts holds the topics, one Markdown file each.
//
//go:embed topics/*.md
var texts embed.FS

// Topic is a help text.
type Topic struct {
	Name string
	text func() (string, error)
	set  bool // already formatted in lines
}

// Topics returns the topics: those in files by name, and those generated from
// tables.
func Topics() []Topic {
	files, err := texts.ReadDir("topics")
	if err != nil {
		panic("sfatui: topics: " + err.Error())
	}
	var out []Topic
	for _, f := range files {
		out = append(out, Topic{strings.TrimSuffix(f.Name(), ".md"), func() (string, error) {
			b, err := texts.ReadFile(path.Join("topics", f.Name()))
			return string(b), err
		}, false})
	}
	return append(out,
		Topic{"formats", func() (string, error) { return formatsTable(), nil }, true},
		Topic{"keys", func() (string, error) { return keysText(), nil }, true},
		Topic{"measures", func() (string, error) { return measuresText(), nil }, true})
}

func topicNames() []string {
	var names []string
	for _, t := range Topics() {
		names = append(names, t.Name)
	}
	return names
}

func topicNamed(name string) (Topic, bool) {
	for _, t := range Topics() {
		if t.Name == name {
			return t, true
		}
	}
	return Topic{}, false
}

// Print writes the topic, wrapped to the width of the terminal.
func (t Topic) Print(w io.Writer) error {
	text, err := t.text()
	if err != nil {
		return err
	}
	if t.set {
		_, err = io.WriteString(w, text)
		return err
	}
	cli.Markdown(w, text)
	return nil
}

// formatsTable lists the formats that are read with their file name extensions.
func formatsTable() string {
	var b strings.Builder
	for _, f := range datasets.Formats() {
		name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(f.Name, "an "), "a "), " file")
		cli.Hanging(&b, cli.Pad(f.Family, 14)+cli.Pad(name, 20)+strings.Join(f.Extensions, " "))
	}
	return b.String()
}

func keysText() string {
	var b strings.Builder
	for line := range strings.SplitSeq(ui.KeyTable(), "\n") {
		switch cells := strings.Split(strings.ReplaceAll(strings.Trim(line, "|"), "\\|", "\x00"), "|"); {
		case strings.HasPrefix(line, "|---"):
		case len(cells) == 2 && strings.TrimSpace(cells[1]) == "":
			fmt.Fprintf(&b, "%s\n", strings.TrimSpace(cells[0]))
		case len(cells) == 2:
			keys := strings.ReplaceAll(strings.TrimSpace(cells[0]), "`", "")
			cli.Hanging(&b, "  "+cli.Pad(keys, 20)+strings.ReplaceAll(strings.TrimSpace(cells[1]), "\x00", "|"))
		}
	}
	return b.String()
}

// measuresText lists the measures, their names in filters, and which direction
// is better.
func measuresText() string {
	var b strings.Builder
	better := map[measure.Direction]string{measure.Lower: "lower is better", measure.Higher: "higher is better"}
	for _, m := range measure.All() {
		cli.Hanging(&b, cli.Pad(m.ID, 20)+m.Label+", "+better[m.Better])
		if m.Doc != "" {
			cli.Hanging(&b, cli.Pad("", 20)+m.Doc)
		}
	}
	return b.String()
}
