// Package draft edits a sweep: its fields, their values, the size of the sweep, and files of
// sweeps. It draws nothing.
//
// The axes are those of engine/sweep: an axis that is added there becomes a field here.
package draft

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/settings"
)

// Draft is a sweep whose axes and settings the user changes.
type Draft struct {
	Spec sweep.Spec // as the user writes it
	Undo []sweep.Spec
	At   int    // field under the cursor
	Find string // lists only fields that contain these words
	All  bool   // also lists fields without an effect

	Typing bool
	Input  input.Line
	before sweep.Spec // restored by Esc while typing
	began  string     // text when typing began
	Bad    error      // the typed text is invalid

	Check Check
	Path  string // latest file name
}

// FieldOf returns the index of the field that an error is about, or -1. Errors of the division
// into parts contain the field's flag.
func FieldOf(err error) int {
	if err == nil {
		return -1
	}
	var s *part.SpecError
	if errors.As(err, &s) {
		return IndexOf(s.Axis)
	}
	for word := range strings.FieldsSeq(err.Error()) {
		if name, ok := strings.CutPrefix(strings.TrimRight(word, ":,"), "--"); ok && IndexOf(name) >= 0 {
			return IndexOf(name)
		}
	}
	return -1
}

// Wrong returns the error of a field, nil if it is valid.
func (e *Draft) Wrong(i int) error {
	if i == e.At && e.Bad != nil {
		return e.Bad
	}
	return e.Check.Bad[Fields()[i].Name]
}

// Open starts editing a sweep, at the field that an error is about.
func (e *Draft) Open(spec sweep.Spec, err error) {
	known := Check{ID: e.Check.ID, Err: err, Words: e.Check.Words}
	if err != nil {
		known.Bad = e.Check.Bad
	}
	known.Filled, known.Acts, known.RuledOut = e.Check.Filled, e.Check.Acts, e.Check.RuledOut
	*e = Draft{Spec: spec, Check: known, Path: e.Path, All: e.All}
	e.At = max(FieldOf(err), 0)
}

// Remember stores the draft for undo.
func (e *Draft) Remember() { e.Undo = append(e.Undo, e.Spec) }

// TakeBack undoes the last edit.
func (e *Draft) TakeBack() {
	if n := len(e.Undo); n > 0 {
		e.Replace(e.Undo[n-1])
		e.Undo = e.Undo[:n-1]
	}
}

// Replace replaces the sweep. The errors of the previous one are dropped: they need not hold
// for the new texts.
func (e *Draft) Replace(spec sweep.Spec) { e.Spec, e.Check.Bad = spec, nil }

// Begin starts typing into the field under the cursor, at its text or that of its default.
func (e *Draft) Begin() {
	f := Fields()[e.At]
	e.began = cmp.Or(f.Get(e.Spec), string(e.Check.Filled[f.Name]))
	e.Typing, e.before, e.Bad, e.Input = true, e.Spec, nil, input.New(e.began)
}

// Typed applies the typed text to the draft, and reports whether the draft changed. The text of
// a default that is left as it was stays the default. Invalid text does not change the draft.
func (e *Draft) Typed() bool {
	now := e.before
	if e.Bad = nil; e.Input.String() != e.began {
		e.Bad = Fields()[e.At].Set(&now, e.Input.String())
	}
	if e.Bad != nil || now == e.Spec {
		return false
	}
	e.Replace(now)
	return true
}

// Changed reports whether the typed text has changed the draft.
func (e *Draft) Changed() bool { return e.Typing && e.Spec != e.before }

// Again continues typing in a field whose accepted text turned out to be invalid.
func (e *Draft) Again(at int) {
	if n := len(e.Undo); n > 0 {
		e.At, e.before, e.Undo = at, e.Undo[n-1], e.Undo[:n-1]
		e.began = Fields()[at].Get(e.before)
		e.Typing, e.Input = true, input.New(Fields()[at].Get(e.Spec))
	}
}

// Finish ends typing: keep stores the text, otherwise the previous text is restored. An invalid
// text keeps the field open.
func (e *Draft) Finish(keep bool) {
	if keep && e.Bad != nil {
		return
	}
	e.Typing, e.Bad = false, nil
	if !keep {
		e.Replace(e.before)
	} else if e.Spec != e.before {
		e.Undo = append(e.Undo, e.before)
	}
}

// Cycle selects the next possible choice of the field under the cursor, and reports whether the
// draft changed.
func (e *Draft) Cycle(by int) bool {
	f := Fields()[e.At]
	if f.Choices == nil {
		return false
	}
	now := cmp.Or(f.Get(e.Spec), string(e.Check.Words[f.Name]))
	next := e.Spec
	if err := f.Set(&next, settings.Next(e.Possible(f), now, by)); err != nil || next == e.Spec {
		return false
	}
	e.Remember()
	e.Replace(next)
	return true
}

// Possible returns the choices of a field that the data and the other fields allow.
func (e *Draft) Possible(f Field) []string {
	if out := e.Check.RuledOut[f.Name]; len(out) > 0 {
		possible := slices.DeleteFunc(slices.Clone(f.Choices), func(c string) bool { return out[c] != nil })
		if len(possible) > 0 {
			return possible
		}
	}
	return f.Choices
}

// Off returns why the draft cannot replace a sweep, "" if it can. A new objective needs no new
// points.
func (e *Draft) Off(now sweep.Spec) clean.Text {
	switch {
	case e.Check.Pending:
		return "the sweep is being checked"
	case e.Bad != nil || e.Check.Err != nil:
		return "the sweep is not valid: see the message"
	case e.Check.Plan == nil:
		return "the sweep is not checked yet"
	case e.Check.Fresh == 0 && e.Spec.Objective == now.Objective:
		return "all of these points are planned already"
	}
	return ""
}

// SpecMessage returns the text of an error; for an error about a field without the dashes of
// the flag.
func SpecMessage(err error) clean.Text {
	text := clean.Of(err.Error())
	if FieldOf(err) >= 0 && len(text) > 2 && text[:2] == "--" {
		text = text[2:]
	}
	return text
}
