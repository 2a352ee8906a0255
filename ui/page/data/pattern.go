package data

import (
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// matchName returns the fields that the pattern reads from a file name.
func matchName(pattern *locate.NamePattern, name string) (map[string]string, error) {
	ext := filepath.Ext(name)
	return pattern.Match(strings.TrimSuffix(name, ext), ext)
}

// names returns the base names of all files.
func (cs *columns) names() []string {
	var names []string
	if s := cs.found.survey; s != nil {
		for _, f := range s.Files {
			names = append(names, f.Base)
		}
	}
	return names
}

// beginPattern starts typing a pattern of file names.
func (cs *columns) beginPattern(sc *page.Scene) {
	cs.typing, cs.focus.pane, cs.proposed = typingPattern, columnsPane, -1
	cs.input = input.New(cs.found.ctl.Data.Options().Name)
	cs.checkPattern()
}

// checkPattern stores the error of the typed pattern, or of the first file name that does not
// match.
func (cs *columns) checkPattern() {
	pattern, err := locate.ParseName(cs.input.String(), nil)
	for _, name := range cs.names() {
		if err != nil || pattern == nil {
			break
		}
		_, err = matchName(pattern, name)
	}
	cs.inputErr = err
}

// countFits returns how many file names the pattern matches, and the number of files.
func (cs *columns) countFits() (fit, all int) {
	names, pattern := cs.names(), cs.pattern()
	for _, name := range names {
		if pattern == nil {
			break
		}
		if _, err := matchName(pattern, name); err == nil {
			fit++
		}
	}
	return fit, len(names)
}

// typePattern handles a key while a pattern is typed.
func (cs *columns) typePattern(sc *page.Scene, k input.Press) tea.Cmd {
	patterns := propose.Patterns(cs.names())
	switch k.Name {
	case "esc":
		cs.typing = notTyping
		return nil
	case "enter":
		if cs.inputErr != nil {
			return nil // it stays until it is right
		}
		cs.typing = notTyping
		next := cs.found.currentSetup(sc)
		next.options.Name = cs.input.String()
		return cs.changes.change(sc, next)
	case "tab", "down", "up":
		if len(patterns) == 0 {
			return nil
		}
		by := 1
		if k.Name == "up" {
			by = -1
		}
		cs.proposed = (max(cs.proposed+by, -1) + len(patterns)) % len(patterns)
		cs.input = input.New(patterns[cs.proposed].Written)
	default:
		cs.input.Press(k)
	}
	cs.checkPattern()
	return nil
}

// patternLine draws the input line of the pattern with the number of matching names.
func (cs *columns) patternLine(sc *page.Scene, w int) clean.Text {
	fit, all := cs.countFits()
	count := clean.Sprintf("%d of %d fit", fit, all)
	role := chart.Good
	if cs.inputErr != nil {
		role = chart.Warn
	}
	label := clean.Text(" pattern ▸ ")
	field := max(w-layout.Width(label)-layout.Width(count)-2, 8)
	return label + layout.Pad(cs.input.View(sc.Style, field), field) + " " + sc.Style.Paint(role, count)
}

// offPattern returns the reason why no pattern can be typed; "" if it can.
func (cs *columns) offPattern(sc *page.Scene) clean.Text {
	if cs.found.survey == nil || len(cs.found.survey.Files) < 2 {
		return "a pattern extracts fields from the names of several files"
	}
	return cs.changes.offChange(sc)
}

// pattern returns the typed pattern, else the configured one; nil if it does not parse.
func (cs *columns) pattern() *locate.NamePattern {
	text := cs.found.ctl.Data.Options().Name
	if cs.typing == typingPattern {
		text = cs.input.String()
	}
	pattern, err := locate.ParseName(text, nil)
	if err != nil {
		return nil
	}
	return pattern
}
