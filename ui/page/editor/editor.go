// Package editor is the draft of a sweep as the user edits it: its fields, what
// they give, what the sweep comes to, and files of sweeps.
//
// The axes are those of engine/sweep: one that is added there is a field here.
package editor

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

// Editor changes the sweep's axes and settings.
type Editor struct {
	Draft sweep.Spec // as the user writes it
	Undo  []sweep.Spec
	At    int // field under the cursor
	top   int // first field shown

	Typing bool
	Input  input.Line
	before sweep.Spec // what Esc brings back while typing
	bad    error      // the text typed cannot even be stored

	Check Check
	Path  string // of the file that was named last
}

// Check is what is known about the draft.
type Check struct {
	ID      int // of the draft it is about
	Pending bool
	Plan    *sweep.Plan
	Outline snapshot.Outline
	Memory  sweep.Memory
	Fresh   int                   // points that are not planned yet
	Cost    float64               // work of these
	Time    time.Duration         // that it takes, 0 while that is not known
	Words   map[string]clean.Text // what the fields that can be give, by name
	Err     error
	Bad     map[string]error // what is wrong with each of the others
}

// FieldOf is the field that an error is about, or -1. Those of the division into
// parts name it as on the command line.
func FieldOf(err error) int {
	named := func(name string) int {
		return slices.IndexFunc(Fields, func(f Field) bool { return f.Name == name })
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
func (e *Editor) wrong(i int) error {
	if i == e.At && e.bad != nil {
		return e.bad
	}
	return e.Check.Bad[Fields[i].Name]
}

// Open begins to edit a sweep, at the field that an error is about.
func (e *Editor) Open(spec sweep.Spec, err error) {
	known := Check{ID: e.Check.ID, Err: err, Words: e.Check.Words}
	if err != nil {
		known.Bad = e.Check.Bad
	}
	*e = Editor{Draft: spec, Check: known, Path: e.Path}
	e.At = max(FieldOf(err), 0)
}

func (e *Editor) Move(by int) { e.At = min(max(e.At+by, 0), len(Fields)-1) }

// Remember keeps the draft for undo.
func (e *Editor) Remember() { e.Undo = append(e.Undo, e.Draft) }

// TakeBack undoes the last edit.
func (e *Editor) TakeBack() {
	if n := len(e.Undo); n > 0 {
		e.Draft, e.Undo = e.Undo[n-1], e.Undo[:n-1]
	}
}

// Begin opens the text field on the field under the cursor.
func (e *Editor) Begin() {
	e.Typing, e.before, e.bad = true, e.Draft, nil
	e.Input = input.New(Fields[e.At].Get(e.Draft))
}

// Typed takes up the text as far as it has come. It reports a change.
func (e *Editor) Typed() bool {
	now := e.Draft
	e.bad = Fields[e.At].Set(&now, e.Input.String())
	if e.bad != nil || now == e.Draft {
		return e.bad != nil
	}
	e.Draft = now
	return true
}

// Finish ends typing: keep stores the text, otherwise what was before comes
// back. Text that cannot be stored keeps the field open.
func (e *Editor) Finish(keep bool) {
	if keep && e.bad != nil {
		return
	}
	e.Typing, e.bad = false, nil
	if !keep {
		e.Draft = e.before
	} else if e.Draft != e.before {
		e.Undo = append(e.Undo, e.before)
	}
}

// Cycle goes on to the next choice of the field under the cursor.
func (e *Editor) Cycle(by int) bool {
	f := Fields[e.At]
	if f.Choices == nil {
		return false
	}
	now := f.Get(e.Draft)
	if now == "" {
		now = string(e.Check.Words[f.Name])
	}
	next := e.Draft
	if err := f.Set(&next, f.cycled(now, by)); err != nil || next == e.Draft {
		return false
	}
	e.Remember()
	e.Draft = next
	return true
}

// Off says why the draft cannot take the place of a sweep. A new objective asks
// for no new point.
func (e *Editor) Off(now sweep.Spec) clean.Text {
	switch {
	case e.Check.Pending:
		return "the sweep is being checked"
	case e.bad != nil || e.Check.Err != nil:
		return "the sweep cannot be: see the message"
	case e.Check.Plan == nil:
		return "the sweep is not checked yet"
	case e.Check.Fresh == 0 && e.Draft.Objective == now.Objective:
		return "all of these points are planned already"
	}
	return ""
}
