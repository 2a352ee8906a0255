package main

import (
	"embed"
	"fmt"
	"io"
	"path"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
)

// topics are the long texts, a Markdown file each.
//
//go:embed topics/*.md
var topics embed.FS

// topic is a long text.
type topic struct {
	name string
	text func() (string, error)
	set  bool // in lines, as they stand
}

// allTopics are the topics: those of files by name, and those that are made of tables.
func allTopics() []topic {
	files, err := topics.ReadDir("topics")
	if err != nil {
		panic("sfatui: topics: " + err.Error())
	}
	var out []topic
	for _, f := range files {
		out = append(out, topic{strings.TrimSuffix(f.Name(), ".md"), func() (string, error) {
			b, err := topics.ReadFile(path.Join("topics", f.Name()))
			return string(b), err
		}, false})
	}
	return append(out,
		topic{"formats", func() (string, error) { return formatsTable(), nil }, true},
		topic{"keys", func() (string, error) { return keysText(), nil }, true},
		topic{"measures", func() (string, error) { return measuresText(), nil }, true})
}

func topicNames() []string {
	var names []string
	for _, t := range allTopics() {
		names = append(names, t.name)
	}
	return names
}

func topicNamed(name string) (topic, bool) {
	for _, t := range allTopics() {
		if t.name == name {
			return t, true
		}
	}
	return topic{}, false
}

func (t topic) print(w io.Writer) error {
	text, err := t.text()
	if err != nil {
		return err
	}
	if t.set {
		_, err = io.WriteString(w, text)
		return err
	}
	printMarkdown(w, text)
	return nil
}

// formatName is what a format is called, without its article.
func formatName(f datasets.Format) string {
	name := strings.TrimPrefix(strings.TrimPrefix(f.Name, "an "), "a ")
	return strings.TrimSuffix(name, " file")
}

// formatsTable lists the formats that are read with the ends of their files' names.
func formatsTable() string {
	var b strings.Builder
	for _, f := range datasets.Formats() {
		writeHanging(&b, pad(f.Family, 14)+pad(formatName(f), 20)+strings.Join(f.Extensions, " "))
	}
	return b.String()
}

// formatsLine is the same in a sentence, by families.
func formatsLine() string {
	var families []string
	of := map[string][]string{}
	for _, f := range datasets.Formats() {
		if of[f.Family] == nil {
			families = append(families, f.Family)
		}
		of[f.Family] = append(of[f.Family], f.Extensions...)
	}
	for i, family := range families {
		families[i] = family + " (" + strings.Join(of[family], " ") + ")"
	}
	var lines []string
	for _, line := range layout.Wrap(clean.Of("Read are "+strings.Join(families, ", ")+"."), 80) {
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "\n")
}

// keysText is the table of keys.
func keysText() string {
	var b strings.Builder
	for line := range strings.SplitSeq(ui.KeyTable(), "\n") {
		switch cells := strings.Split(strings.ReplaceAll(strings.Trim(line, "|"), "\\|", "\x00"), "|"); {
		case strings.HasPrefix(line, "|---"):
		case len(cells) == 2 && strings.TrimSpace(cells[1]) == "":
			fmt.Fprintf(&b, "%s\n", strings.TrimSpace(cells[0]))
		case len(cells) == 2:
			keys := strings.ReplaceAll(strings.TrimSpace(cells[0]), "`", "")
			writeHanging(&b, "  "+pad(keys, 20)+strings.ReplaceAll(strings.TrimSpace(cells[1]), "\x00", "|"))
		}
	}
	return b.String()
}

// measuresText lists the measures, their names in filters, and which way is good.
func measuresText() string {
	var b strings.Builder
	better := map[measure.Direction]string{measure.Lower: "lower is better", measure.Higher: "higher is better"}
	for _, m := range measure.All() {
		writeHanging(&b, pad(m.ID, 20)+m.Label+", "+better[m.Better])
		if m.Doc != "" {
			writeHanging(&b, pad("", 20)+m.Doc)
		}
	}
	return b.String()
}
