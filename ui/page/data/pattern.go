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
func (p *Page) names() []string {
	var names []string
	if s := p.findings.survey; s != nil {
		for _, f := range s.Files {
			names = append(names, f.Base)
		}
	}
	return names
}

// beginPattern starts typing a pattern of file names.
func (p *Page) beginPattern(sc *page.Scene) {
	p.typing, p.pane, p.patternAt = typingPattern, columnsPane, -1
	p.input = input.New(p.ctl.DataOptions().Name)
	p.checkPattern()
}

// checkPattern stores the error of the typed pattern, or of the first file name that does not
// match.
func (p *Page) checkPattern() {
	pattern, err := locate.ParseName(p.input.String(), nil)
	for _, name := range p.names() {
		if err != nil || pattern == nil {
			break
		}
		_, err = matchName(pattern, name)
	}
	p.inputErr = err
}

// countFits returns how many file names the pattern matches, and the number of files.
func (p *Page) countFits() (fit, all int) {
	names, pattern := p.names(), p.pattern()
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
func (p *Page) typePattern(sc *page.Scene, k input.Press) tea.Cmd {
	patterns := propose.Patterns(p.names())
	switch k.Name {
	case "esc":
		p.typing = notTyping
		return nil
	case "enter":
		if p.inputErr != nil {
			return nil // it stays until it is right
		}
		p.typing = notTyping
		next := p.currentSetup(sc)
		next.options.Name = p.input.String()
		return p.change(sc, next)
	case "tab", "down", "up":
		if len(patterns) == 0 {
			return nil
		}
		by := 1
		if k.Name == "up" {
			by = -1
		}
		p.patternAt = (max(p.patternAt+by, -1) + len(patterns)) % len(patterns)
		p.input = input.New(patterns[p.patternAt].Written)
	default:
		p.input.Press(k)
	}
	p.checkPattern()
	return nil
}

// patternLine draws the input line of the pattern with the number of matching names.
func (p *Page) patternLine(sc *page.Scene, w int) clean.Text {
	fit, all := p.countFits()
	count := clean.Sprintf("%d of %d fit", fit, all)
	role := chart.Good
	if p.inputErr != nil {
		role = chart.Warn
	}
	label := clean.Text(" pattern ▸ ")
	field := max(w-layout.Width(label)-layout.Width(count)-2, 8)
	return label + layout.Pad(p.input.View(sc.Style, field), field) + " " + sc.Style.Paint(role, count)
}

// offPattern returns why no pattern can be typed, "" where it can.
func (p *Page) offPattern(sc *page.Scene) clean.Text {
	if p.findings.survey == nil || len(p.findings.survey.Files) < 2 {
		return "a pattern extracts fields from the names of several files"
	}
	return p.offChange(sc)
}

// pattern returns the typed pattern, else the configured one; nil if it does not parse.
func (p *Page) pattern() *locate.NamePattern {
	text := p.ctl.DataOptions().Name
	if p.typing == typingPattern {
		text = p.input.String()
	}
	pattern, err := locate.ParseName(text, nil)
	if err != nil {
		return nil
	}
	return pattern
}
