package ui

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	tea "github.com/charmbracelet/bubbletea"
	"go.yaml.in/yaml/v3"
)

// maxSweepFile bounds a sweep file in bytes: it is written by hand.
const maxSweepFile = 1 << 20

// encodeSweep writes a sweep as the command line's --sweep reads it: flags by
// their names. What is at its default is left out, but for the part set aside
// for choosing, whose default is not none.
func encodeSweep(spec sweep.Spec) ([]byte, error) {
	doc := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range fields {
		text := f.get(spec)
		switch {
		case f.name == "validation" && text == "":
			text = "0"
		case f.yes && text == "on":
			text = "true"
		case text == "":
			continue
		}
		doc.Content = append(doc.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: f.name}, &yaml.Node{Kind: yaml.ScalarNode, Value: text})
	}
	return yaml.Marshal(doc)
}

// decodeSweep reads a sweep file. Its errors name the line.
func decodeSweep(text []byte) (sweep.Spec, error) {
	var spec sweep.Spec
	spec.Split.Validation = sweep.DefaultValidation
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return spec, err
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return spec, errors.New("write lines such as 'sigma: rel:0.5:4:7'")
	}
	pairs, seen := doc.Content[0].Content, map[string]bool{}
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].Value
		err := setField(&spec, name, pairs[i+1])
		if seen[name] {
			err = errors.New("written twice")
		}
		seen[name] = true
		if err != nil {
			return spec, fmt.Errorf("line %d: %s: %w", pairs[i].Line, message.Clean(name), err)
		}
	}
	if spec.Split.Repeats > 0 && !seen["train-fraction"] {
		spec.Split.TrainFraction = 2.0 / 3 // the default of the flag
	}
	return spec, nil
}

// setField sets one field of a sweep to what a file says.
func setField(spec *sweep.Spec, name string, value *yaml.Node) error {
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	if i < 0 {
		return errors.New("no axis or setting of a sweep; what says how to read the data goes to the command line: sfatui --sweep FILE")
	}
	text := value.Value
	if value.Kind == yaml.SequenceNode {
		var items []string
		for _, item := range value.Content {
			items = append(items, item.Value)
		}
		text = strings.Join(items, ",")
	} else if value.Kind != yaml.ScalarNode {
		return errors.New("write a number, a word or a list of them")
	}
	if fields[i].yes {
		words := map[string]string{"true": "on", "false": "off"}
		if words[text] == "" {
			return fmt.Errorf("%q: write true or false", text)
		}
		text = words[text]
	}
	return fields[i].set(spec, text)
}

// The messages of files of sweeps.
type (
	sweepSaved struct {
		path string
		over bool
		err  error
	}
	sweepLoaded struct {
		path string
		spec sweep.Spec
		err  error
	}
)

// home replaces a leading ~ by the user's folder.
func home(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if dir, err := os.UserHomeDir(); err == nil {
			return filepath.Join(dir, rest)
		}
	}
	return path
}

// saveSweep writes a sweep to a file, over another one only where that is said.
func saveSweep(path string, spec sweep.Spec, over bool) tea.Cmd {
	return func() tea.Msg {
		text, err := encodeSweep(spec)
		if err == nil {
			err = store.Save(home(path), over, func(w io.Writer) error {
				_, err := w.Write(text)
				return err
			})
		}
		return sweepSaved{path, over, err}
	}
}

// loadSweep reads a sweep from a file.
func loadSweep(path string) tea.Cmd {
	return func() tea.Msg {
		f, err := os.Open(home(path))
		if err != nil {
			return sweepLoaded{path: path, err: err}
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, maxSweepFile+1))
		if err == nil && len(text) > maxSweepFile {
			err = fmt.Errorf("a sweep file is at most %d bytes long", maxSweepFile)
		}
		if err != nil {
			return sweepLoaded{path: path, err: err}
		}
		spec, err := decodeSweep(text)
		return sweepLoaded{path, spec, err}
	}
}

// sweepSaved says that a sweep was saved, or asks whether to write over a file.
func (m *model) sweepSaved(msg sweepSaved) {
	switch {
	case errors.Is(msg.err, fs.ErrExist) && !msg.over:
		draft := m.editor.draft
		m.askOver(msg.path, func() tea.Cmd { return saveSweep(msg.path, draft, true) })
	case msg.err != nil:
		m.Message = "not saved: " + clean.Of(msg.err.Error())
	default:
		m.Message = "saved; sfatui --sweep " + clean.Of(msg.path) + " reads it"
	}
}

// askOver asks whether to write over a file.
func (m *model) askOver(path string, do func() tea.Cmd) {
	m.Ask = &page.Question{Text: clean.Of(path) + " is there already. y: write over it, other keys: no", Keys: []string{"y"},
		Pick: func(string) tea.Cmd { return do() }}
}

// sweepLoaded makes a sweep that was read the draft; u takes that back.
func (m *model) sweepLoaded(msg sweepLoaded) tea.Cmd {
	if msg.err != nil {
		m.Message = clean.Of(msg.path) + ": " + clean.Of(msg.err.Error())
		return nil
	}
	m.editor.remember()
	m.editor.draft = msg.spec
	m.Message = "read " + clean.Of(msg.path) + "; u takes it back"
	return m.checkLater()
}

// fileActions save and load sweeps.
func fileActions() []action {
	const group = "Editor"
	ask := func(label clean.Text, do func(m *model, path string) tea.Cmd) func(*model, string) tea.Cmd {
		return func(m *model, _ string) tea.Cmd {
			m.Prompt = &page.Prompt{Label: label, Input: input.New(m.editor.file()), Hint: "a file", Done: func(path string) tea.Cmd {
				if path = strings.TrimSpace(path); path == "" {
					return nil
				}
				m.editor.path = path
				return do(m, path)
			}}
			return nil
		}
	}
	return []action{
		{id: "save", group: group, keys: []string{"w"}, short: "save", long: "write the sweep to a file, as --sweep reads it",
			modes: page.Live | page.Opened, pages: only(page.Editor), footer: 6, off: offFiles, do: ask("save to", func(m *model, path string) tea.Cmd { return saveSweep(path, m.editor.draft, false) })},
		{id: "load", group: group, keys: []string{"r"}, short: "read", long: "read a sweep from a file",
			modes: page.Live | page.Opened, pages: only(page.Editor), footer: 7, off: offFiles, do: ask("read", func(m *model, path string) tea.Cmd { return loadSweep(path) })},
	}
}

func offFiles(m *model) clean.Text {
	if m.cfg.Bench != nil {
		return "the files of this machine are not yours"
	}
	return offNoData(m)
}

// file is the file that was named last.
func (e *editor) file() string {
	if e.path == "" {
		return "sweep.yaml"
	}
	return e.path
}
