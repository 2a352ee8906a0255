package ui

import (
	"errors"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/snapshot"
)

// editor changes the sweep's axes and settings.
type editor struct {
	draft sweep.Spec // as the user writes it
	undo  []sweep.Spec
	at    int // field under the cursor
	top   int // first field shown

	typing bool
	input  input.Line
	before sweep.Spec // what Esc brings back while typing
	bad    error      // the text typed cannot even be stored

	check check
	path  string // of the file that was named last
}

// check is what is known about the draft.
type check struct {
	id      int // of the draft it is about
	pending bool
	plan    *sweep.Plan
	outline snapshot.Outline
	memory  sweep.Memory
	fresh   int                   // points that are not planned yet
	cost    float64               // work of these
	time    time.Duration         // that it takes, 0 while that is not known
	words   map[string]clean.Text // what the fields that can be give, by name
	err     error
	bad     map[string]error // what is wrong with each of the others
}

// fieldOf is the field that an error is about, or -1. Those of the division into
// parts name it as on the command line.
func fieldOf(err error) int {
	named := func(name string) int {
		return slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	}
	if err == nil {
		return -1
	}
	var s *part.SpecError
	if errors.As(err, &s) {
		return named(s.Axis)
	}
	for word := range strings.FieldsSeq(err.Error()) {
		if name, ok := strings.CutPrefix(strings.TrimRight(word, ":,"), "--"); ok && named(name) >= 0 {
			return named(name)
		}
	}
	return -1
}

// wrong is what is wrong with a field as it is written, nil where nothing is.
func (e *editor) wrong(i int) error {
	if i == e.at && e.bad != nil {
		return e.bad
	}
	return e.check.bad[fields[i].name]
}

// open begins to edit a sweep, at the field that an error is about.
func (e *editor) open(spec sweep.Spec, err error) {
	known := check{id: e.check.id, err: err, words: e.check.words}
	if err != nil {
		known.bad = e.check.bad
	}
	*e = editor{draft: spec, check: known, path: e.path}
	e.at = max(fieldOf(err), 0)
}

func (e *editor) move(by int) { e.at = min(max(e.at+by, 0), len(fields)-1) }

// remember keeps the draft for undo.
func (e *editor) remember() { e.undo = append(e.undo, e.draft) }

// takeBack undoes the last edit.
func (e *editor) takeBack() {
	if n := len(e.undo); n > 0 {
		e.draft, e.undo = e.undo[n-1], e.undo[:n-1]
	}
}

// begin opens the text field on the field under the cursor.
func (e *editor) begin() {
	e.typing, e.before, e.bad = true, e.draft, nil
	e.input = input.New(fields[e.at].get(e.draft))
}

// typed takes up the text as far as it has come. It reports a change.
func (e *editor) typed() bool {
	now := e.draft
	e.bad = fields[e.at].set(&now, e.input.String())
	if e.bad != nil || now == e.draft {
		return e.bad != nil
	}
	e.draft = now
	return true
}

// finish ends typing: keep stores the text, otherwise what was before comes
// back. Text that cannot be stored keeps the field open.
func (e *editor) finish(keep bool) {
	if keep && e.bad != nil {
		return
	}
	e.typing, e.bad = false, nil
	if !keep {
		e.draft = e.before
	} else if e.draft != e.before {
		e.undo = append(e.undo, e.before)
	}
}

// cycle goes on to the next choice of the field under the cursor.
func (e *editor) cycle(by int) bool {
	f := fields[e.at]
	if f.choices == nil {
		return false
	}
	now := f.get(e.draft)
	if now == "" {
		now = string(e.check.words[f.name])
	}
	next := e.draft
	if err := f.set(&next, f.cycled(now, by)); err != nil || next == e.draft {
		return false
	}
	e.remember()
	e.draft = next
	return true
}

// off says why the draft cannot take the place of a sweep. A new objective asks
// for no new point.
func (e *editor) off(now sweep.Spec) clean.Text {
	switch {
	case e.check.pending:
		return "the sweep is being checked"
	case e.bad != nil || e.check.err != nil:
		return "the sweep cannot be: see the message"
	case e.check.plan == nil:
		return "the sweep is not checked yet"
	case e.check.fresh == 0 && e.draft.Objective == now.Objective:
		return "all of these points are planned already"
	}
	return ""
}
