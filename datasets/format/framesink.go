package format

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/message"
)

// Frame divides a frame into segments and adds them to the sink.
func (to *Sink) Frame(ctx context.Context, fr *Frame, f File) error {
	if fr.Rows == 0 {
		return fmt.Errorf("%s holds no samples", fr.Path)
	}
	if err := to.turnFrame(ctx, fr, f); err != nil {
		return err
	}
	asked := to.Columns
	if to.Survey != nil {
		asked.Of[Time] = "" // the survey includes the clock's numbers, whatever their use
	}
	if err := fr.findClock(asked); err != nil {
		return err
	}
	if to.Survey != nil {
		return to.surveyFrame(ctx, fr)
	}
	if fr.Trailing > 0 {
		to.Note("%s: %s after the array left out: only the first of several arrays in a file is read; write them with numpy.savez, or each into a file", f.Base(), message.Counted(int(fr.Trailing), "byte"))
	}
	columns := slices.Clone(fr.Names)
	for _, b := range fr.Further {
		columns = append(columns, b.Name)
	}
	if fr.Clock != nil {
		columns = append(columns, fr.Clock.Column) // so that --drop may name it
	}
	left, counts := fr.excludedColumns(len(columns))
	r, err := to.Columns.without(fr.Unread).Assign(fr.Path, columns, fr.Own, left)
	if err != nil {
		return err
	}
	to.NoteCounts(f.Base(), slices.DeleteFunc(counts, to.Columns.Names))
	if err := fr.checkClock(r); err != nil {
		return err
	}
	if err := fr.checkNumeric(r.Inputs); err != nil {
		return err
	}
	if fr.Long {
		to.NoteRounded(f.Base(), fr.rounded(r))
	}
	inputs := make([]string, len(r.Inputs))
	for i, c := range r.Inputs {
		inputs[i] = columns[c]
	}
	target := ""
	if r.Of[Target] >= 0 {
		target = columns[r.Of[Target]]
	}
	if err := to.Match(fr.Path, inputs, target); err != nil {
		return err
	}
	if fr.Strict {
		to.NoteRoles(f.Base(), inputs)
	}
	if err := to.gatherTurns(fr, r, f.Base()); err != nil {
		return err
	}
	return fr.addSegments(ctx, to, f, r)
}

// checkClock returns an error if the times of the rows have another role.
func (fr *Frame) checkClock(r Roles) error {
	if fr.Clock != nil && r.has(len(fr.Names)+len(fr.Further)) {
		return message.Usagef("%s: the column %s holds the times of the rows and cannot have another role", fr.Path, fr.Clock.Column)
	}
	return nil
}

// checkNumeric returns an error if inputs are texts.
func (fr *Frame) checkNumeric(inputs []int) error {
	var names []string
	example := ""
	for _, c := range inputs {
		if c < len(fr.Names) {
			continue
		}
		b := &fr.Further[c-len(fr.Names)]
		if names == nil && b.len() > 0 {
			example = message.Shorten(b.Texts[0], 40)
		}
		names = append(names, b.Name)
	}
	if names == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fr.Path, TextInputs(names, example, len(inputs)))
}
