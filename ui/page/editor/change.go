package editor

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/page"
)

// WithDraft shows the page and changes the draft, once the data is available.
func (p *Page) WithDraft(change func() tea.Cmd) tea.Cmd {
	p.startWhenChecked, p.sc.Shown = false, page.Editor
	cmd := p.ctl.Data.With(func() tea.Cmd {
		edit := p.edit()
		p.Draft.Find, p.findLine = "", nil
		return tea.Batch(edit, change())
	})
	if p.sc.Set == nil { // the keys that follow are for the changed draft
		p.wait()
	}
	return cmd
}

// Edit shows the page and starts typing into a field, or selects it if it is a choice of words.
func (p *Page) Edit(name string) tea.Cmd {
	return p.WithDraft(func() tea.Cmd {
		p.Draft.At = max(draft.IndexOf(name), 0)
		if !p.Draft.Typing {
			p.Draft.Begin()
		}
		return nil
	})
}

// Put shows the page and sets the text of a field. If the text is invalid, the field stays open
// with the error.
func (p *Page) Put(name, text string) tea.Cmd {
	return p.WithDraft(func() tea.Cmd {
		d := &p.Draft
		d.At = max(draft.IndexOf(name), 0)
		d.Begin()
		d.Input.Replace(text)
		if d.Typed(); d.Bad != nil {
			return nil
		}
		return p.finishTyping(0)
	})
}

// OffEdit returns the reason why no setting can be changed now; "" if one can.
func (p *Page) OffEdit() clean.Text {
	switch {
	case p.sc.Mode == page.Following:
		return "following is read-only; sfatui open starts and edits"
	case p.sc.Mode == page.Replaying:
		return "a replay is read-only; sfatui open starts and edits"
	}
	return p.ctl.OffEdit()
}

// State returns the text of a setting, its values, and why it has no effect now, "" if it has.
func (p *Page) State(name string) (written, gives, off clean.Text) {
	i := draft.IndexOf(name)
	if i < 0 {
		return "", "", ""
	}
	f := draft.Fields()[i]
	spec := p.sc.Spec
	if p.sc.Set != nil {
		spec = p.Draft.Spec
	}
	if written = clean.Of(f.Get(spec)); written == "" {
		written = p.Draft.Default(f)
	}
	if gives = p.Draft.Check.Words[name]; gives == "" {
		gives = clean.Join(p.estimates.labels(name), " ")
	}
	return written, gives, p.Draft.OffField(f)
}

// Others returns the possible choices of a setting that are not selected.
func (p *Page) Others(name string) []string {
	i := draft.IndexOf(name)
	if i < 0 {
		return nil
	}
	f := draft.Fields()[i]
	written, gives, _ := p.State(name)
	taken := strings.FieldsFunc(string(written+" "+gives), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.DeleteFunc(slices.Clone(p.Draft.Possible(f)), func(c string) bool { return slices.Contains(taken, c) })
}
