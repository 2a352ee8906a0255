// Package settings stores the user's preferences for the workbench: theme, colours, glyphs,
// curves, graphics, mouse and bell. They are read from a YAML file and written back one setting at a time,
// preserving comments.
//
// To add a setting: add a field to [Settings] and a line to [Table].
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/store"
	"go.yaml.in/yaml/v3"
)

// Settings are the user's preferences: one word each, "" for the default.
type Settings struct {
	Theme  string // dark, light, contrast, mono
	Color  string // auto, never, 16, 256, true
	Glyphs string // auto, unicode, ascii
	Curves string // auto, lines, braille
	// Graphics is auto, off or kitty.
	Graphics string
	Mouse    string // on, off
	Bell     string // off, on
}

// Setting is one of the settings: its name in the file and on the command line, its
// documentation, and its possible words, the default first.
type Setting struct {
	Name, Doc string
	Choices   []string
	// At returns its field in Settings.
	At func(*Settings) *string
}

// Table lists all settings in the order of display.
var Table = []Setting{
	{"theme", "colours for a dark or a light background, strong contrast, or none", []string{"dark", "light", "contrast", "mono"}, func(s *Settings) *string { return &s.Theme }},
	{"color", "how many colours the terminal has; auto reads TERM, COLORTERM and NO_COLOR", []string{"auto", "never", "16", "256", "true"}, func(s *Settings) *string { return &s.Color }},
	{"glyphs", "characters that lines and marks are drawn with; auto reads LC_ALL, LC_CTYPE and LANG", []string{"auto", "unicode", "ascii"}, func(s *Settings) *string { return &s.Glyphs }},
	{"curves", "how curves are drawn; auto draws dense ones in braille, which shows noise, and others as lines", []string{"auto", "lines", "braille"}, func(s *Settings) *string { return &s.Curves }},
	{"graphics", "curves and maps in pixels; auto: in Ghostty; kitty: 0.28 or newer; never in tmux, screen, serve", []string{"auto", "off", "kitty"}, func(s *Settings) *string { return &s.Graphics }},
	{"mouse", "wheel and clicks; while on, shift selects text in most terminals", []string{"on", "off"}, func(s *Settings) *string { return &s.Mouse }},
	{"bell", "ring the terminal's bell when a sweep ends", []string{"off", "on"}, func(s *Settings) *string { return &s.Bell }},
}

// Get returns the setting's word, the default if none is set.
func (f Setting) Get(s *Settings) string {
	if text := *f.At(s); text != "" {
		return text
	}
	return f.Choices[0]
}

// Set sets a word. The error lists the possible words.
func (f Setting) Set(s *Settings, text string) error {
	if !slices.Contains(f.Choices, text) {
		return message.Mistaken(fmt.Errorf("%q: %s", message.Clean(text), message.Choose(text, f.Choices)), text, f.Choices)
	}
	*f.At(s) = text
	return nil
}

// Named returns the setting with a name, false if there is none.
func Named(name string) (Setting, bool) {
	i := slices.IndexFunc(Table, func(f Setting) bool { return f.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return Table[i], true
}

// Read reads a YAML file of settings, with a line such as 'theme: light' for each. Without a
// file all are at their defaults. Errors contain the line and the possible words.
func Read(path string) (Settings, error) {
	var s Settings
	doc, err := document(path)
	if err != nil {
		return s, err
	}
	pairs, seen := doc.Content[0].Content, map[string]bool{}
	for i := 0; i < len(pairs); i += 2 {
		name, value := pairs[i].Value, pairs[i+1]
		if err := s.read(name, value); err != nil {
			return s, fmt.Errorf("%s, line %d: %s: %w", path, pairs[i].Line, message.Clean(name), err)
		}
		if seen[name] {
			return s, fmt.Errorf("%s, line %d: %s is set twice: keep one", path, pairs[i].Line, name)
		}
		seen[name] = true
	}
	return s, nil
}

// read parses one line.
func (s *Settings) read(name string, value *yaml.Node) error {
	f, ok := Named(name)
	if !ok {
		var names []string
		for _, f := range Table {
			names = append(names, f.Name)
		}
		return fmt.Errorf("no such setting: %s", message.Or(name, names, "write "+strings.Join(names, ", ")+", or remove the line"))
	}
	text := value.Value
	if slices.Contains(f.Choices, "on") {
		if word := map[string]string{"true": "on", "false": "off", "yes": "on", "no": "off"}[text]; word != "" {
			text = word
		}
	}
	return f.Set(s, text)
}

// document returns the file of settings as a YAML mapping; an empty one if there is no file.
func document(path string) (*yaml.Node, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && path != "" {
		return nil, err
	}
	doc := &yaml.Node{}
	if err := yaml.Unmarshal(text, doc); err != nil {
		return nil, fmt.Errorf("%s: %w; write lines such as 'theme: light'", path, err)
	}
	if len(doc.Content) == 0 {
		doc.Kind, doc.Content = yaml.DocumentNode, []*yaml.Node{{Kind: yaml.MappingNode}}
	}
	if doc.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s, line %d: write lines such as 'theme: light'", path, doc.Content[0].Line)
	}
	return doc, nil
}

// Write changes or adds one line of a file of settings; the others are kept with their
// comments. The file is replaced as a whole.
func Write(path, name, text string) error {
	doc, err := document(path)
	if err != nil {
		return err
	}
	pairs := doc.Content[0].Content
	at := -1
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i].Value == name {
			at = i
		}
	}
	if at >= 0 {
		pairs[at+1].SetString(text)
	} else {
		doc.Content[0].Content = append(pairs, &yaml.Node{Kind: yaml.ScalarNode, Value: name}, &yaml.Node{Kind: yaml.ScalarNode, Value: text})
	}
	out, err := yaml.Marshal(doc)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return store.SaveBytes(path, true, out)
}

// Next returns the next or previous of several words, cyclically.
func Next(words []string, now string, by int) string {
	n := len(words)
	i := slices.Index(words, now)
	if i < 0 && by < 0 {
		i = 0
	}
	return words[((i+by)%n+n)%n]
}
