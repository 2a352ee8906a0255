package palette

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/index"
	"example.com/sfatui/ui/page"
)

// findEntries returns the entries that match a query, among all entries or the keys of the page
// below.
func (p *Page) findEntries(sc *page.Scene, query string) []index.Entry {
	if p.keys {
		return index.Search(p.actionEntries(sc), query)
	}
	all := slices.Concat(p.settingEntries(), p.actionEntries(sc), p.sessionEntries(), p.pointEntries(sc, query), p.termEntries())
	if given := p.argumentEntries(sc, query); given != nil {
		return given
	}
	return index.Search(slices.Concat(p.choiceEntries(query), all), query)
}

// termEntries returns the entries of terms, values and measures, which are built once: they do
// not change while the program runs.
func (p *Page) termEntries() []index.Entry {
	if p.terms == nil {
		p.terms = slices.Concat(index.Words(), index.Values(), index.Measures())
	}
	return p.terms
}

// argumentEntries returns the entries of a query that consists of a name and an argument: a
// setting with a value, a command with a file, or a percentage of the replay. It returns nil
// for other queries.
func (p *Page) argumentEntries(sc *page.Scene, query string) []index.Entry {
	if share, ok := strings.CutSuffix(query, "%"); ok {
		if x, err := strconv.ParseFloat(strings.TrimSpace(share), 64); err == nil && x >= 0 && x <= 100 {
			e := index.Entry{Kind: index.Command, Name: clean.Of(query), Says: "go to that share of the replay",
				Do: func() tea.Cmd { p.seek(x / 100); return nil }}
			if sc.Mode != page.Replaying {
				e.Off = "not in a replay: start one with r at home, or sfatui replay"
			}
			return []index.Entry{e}
		}
	}
	name, rest, ok := strings.Cut(query, " ")
	if !ok {
		name, rest, ok = strings.Cut(query, "=")
	}
	if rest = strings.TrimSpace(rest); !ok || rest == "" {
		return nil
	}
	if f := fieldNamed(name); f != nil {
		return p.valueEntries(f, rest)
	}
	for _, a := range p.actor.All() {
		if a.ID == name && a.Take != nil && a.Modes&sc.Keys() != 0 {
			return []index.Entry{{Kind: index.Command, Name: clean.Of(name + " " + rest), Says: a.Long, Off: p.actor.Reason(&a), Text: []clean.Text{a.Long},
				Do: func() tea.Cmd { return a.Take(sc, rest) }}}
		}
	}
	return nil
}

// fieldNamed returns the setting with a name or symbol, nil if there is none.
func fieldNamed(name string) *draft.Field {
	all := draft.Fields()
	i := slices.IndexFunc(all, func(f draft.Field) bool { return strings.EqualFold(f.Name, name) })
	if i < 0 {
		i = slices.IndexFunc(all, func(f draft.Field) bool { return f.Symbol != "" && string(f.Symbol) == name })
	}
	if i < 0 {
		return nil
	}
	return &all[i]
}

// settingEntries returns the entries of the settings with their current values.
func (p *Page) settingEntries() []index.Entry {
	all := index.Settings()
	off := p.settings.OffEdit()
	for i := range all {
		e := &all[i]
		name := string(e.Name)
		written, gives, idle := p.settings.State(name)
		if written == "default" && gives != "" {
			written = gives
		}
		e.Now, e.Off = "now "+cmp.Or(written, "default"), off
		if idle != "" {
			e.Now = idle
		}
		e.Text = append(e.Text, "enter edits it; a value after the name sets it directly")
		e.Do = func() tea.Cmd { return p.settings.Edit(name) }
	}
	return all
}

// mostValues is the largest number of choices listed for a setting.
const mostValues = 3

// choiceEntries returns the choices of the setting that a query names.
func (p *Page) choiceEntries(query string) []index.Entry {
	f := fieldNamed(query)
	if f == nil || p.settings.OffEdit() != "" {
		return nil
	}
	var out []index.Entry
	for _, choice := range p.settings.Others(f.Name) {
		out = append(out, p.valueEntries(f, choice)...)
	}
	out = out[:min(len(out), mostValues)]
	for i := range out {
		out[i].Names = append(out[i].Names, query) // matches queries for its setting
	}
	return out
}

// valueEntries returns an entry that sets a setting to a text and, for settings with several
// values, one that adds it.
func (p *Page) valueEntries(f *draft.Field, text string) []index.Entry {
	written, gives, idle := p.settings.State(f.Name)
	old := string(cmp.Or(gives, written))
	one := p.valueEntry(f, text, "")
	out := []index.Entry{one}
	added, plus := strings.CutPrefix(text, "+")
	if !plus {
		added = text
	}
	both := strings.FieldsFunc(old, func(r rune) bool { return r == ',' || r == ' ' })
	fits := f.Many && idle == "" && len(both) > 0 && !strings.ContainsAny(added, ",:") && !strings.Contains(old, "…") && old != "default"
	if !fits || slices.Contains(both, added) {
		return out
	}
	out = append(out, p.valueEntry(f, strings.Join(append(both, added), ","), "added"))
	out[0].Says = "instead"
	if plus || f.Choices != nil {
		out[0], out[1] = out[1], out[0]
	}
	if plus {
		return out[:1]
	}
	return out
}

// valueEntry returns the entry that sets a setting to a text.
func (p *Page) valueEntry(f *draft.Field, text string, how clean.Text) index.Entry {
	return index.Entry{Kind: index.Value, Name: clean.Of(f.Name + "=" + text), Fill: f.Name + " " + text, Says: how, Off: p.settings.OffEdit(),
		Text: []clean.Text{f.Doc, "enter sets it and shows the resulting sweep; s there starts the new points"},
		Do:   func() tea.Cmd { return p.settings.Put(f.Name, text) }}
}

// actionEntries returns the actions of the page below, or of the overview.
func (p *Page) actionEntries(sc *page.Scene) []index.Entry {
	var out []index.Entry
	seen := map[string]bool{}
	all := p.actor.All()
	for i := range all {
		a := &all[i]
		here := a.Applies(sc.Keys(), p.pageBelow)
		if a.ID == "palette" || p.keys && (!here || len(a.Keys) == 0) || !here && (!a.Applies(sc.Keys(), page.Overview) || a.ID == "back") {
			continue
		}
		same := a.ID + " " + string(a.Takes)
		if seen[same] { // several pages implement it
			continue
		}
		seen[same] = true
		e := index.Entry{Kind: index.Action, Name: a.Short, Names: append([]string{a.ID}, a.Keys...), Says: a.Long, Key: a.KeyText(), Off: p.actor.Reason(a),
			Text: []clean.Text{a.Long}, Do: func() tea.Cmd { return p.perform(sc, a) }}
		if a.Take != nil {
			e.Kind, e.Fill, e.Key = index.Command, a.ID+" ", ":"+clean.Of(a.ID)+" "+a.Takes
		}
		out = append(out, e)
	}
	return out
}

// perform does an action on the page below, or on the overview if it does not apply there.
func (p *Page) perform(sc *page.Scene, a *page.Action) tea.Cmd {
	if sc.Shown = p.pageBelow; !a.Applies(sc.Keys(), sc.Shown) {
		sc.Shown = page.Overview
	}
	key := ""
	if len(a.Keys) > 0 {
		key = a.Keys[0]
	}
	return p.actor.Perform(a, key)
}

// sessionEntries returns the entries of the sessions.
func (p *Page) sessionEntries() []index.Entry {
	var out []index.Entry
	for _, s := range p.listed {
		out = append(out, index.Entry{Kind: index.Session, Name: s.Name, Says: s.About, Fill: "open " + string(s.Name), Text: []clean.Text{s.About, "enter opens it"}, Do: s.Open})
	}
	return out
}

// mostPoints is the largest number of listed points.
const mostPoints = 5

// pointEntries returns the points whose parameters contain every word of a query.
func (p *Page) pointEntries(sc *page.Scene, query string) []index.Entry {
	words := strings.Fields(query)
	if len(words) == 0 || len([]rune(query)) < 2 {
		return nil
	}
	var out []index.Entry
	for i := range sc.Sweep.Rows {
		r := &sc.Sweep.Rows[i]
		label := sc.Words(r.Config)
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(strings.ToLower(string(label)), strings.ToLower(w)) }) {
			continue
		}
		config := r.Config
		out = append(out, index.Entry{Kind: index.Point, Name: label, Names: []string{query}, Says: "select it", Text: []clean.Text{sc.Starred(r)},
			Do: func() tea.Cmd {
				if i, ok := sc.Sweep.Index[config]; ok {
					sc.Show(page.Overview)
					sc.Choose(&sc.Sweep.Rows[i])
				}
				return nil
			}})
		if len(out) == mostPoints {
			break
		}
	}
	return out
}
