package format

import (
	"errors"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// turns holds the segments of a file whose rows alternate, as in a panel that lists all units at
// each moment. All of them grow until the file ends.
type turns struct {
	segments map[string]*turn // by ID
	last     *turn            // that of the last row
	// order holds, of each row, the place of its piece among the recordings of the file, first
	// of each piece the place of the first one of its segment.
	order, first []int
}

// turn is a segment whose rows are being collected.
type turn struct {
	*data.Recording
	at     int   // the place of its last piece among the recordings of the file
	first  int   // the place of its first one
	marks  Marks // of its last row
	pieces int
	series int  // of its pieces; 0 for a whole one
	broken bool // its next row begins a piece
}

// mostInTurn is the largest mean number of consecutive rows of a segment in interleaved data.
// Longer runs are pieces of an interrupted recording.
const mostInTurn = 2

// gather starts to collect the rows of segments by their names. It returns false if the file has
// no clock or the runs of rows are long.
func (c *Cutter) gather() bool {
	file := c.to.Recordings[c.from:]
	rows := 0
	for _, r := range file {
		rows += r.Rows
	}
	if !c.Gather || rows > mostInTurn*len(file) {
		return false
	}
	c.turns = &turns{segments: map[string]*turn{}}
	for i, r := range file {
		for range r.Rows {
			c.turns.order = append(c.turns.order, i)
		}
		marks := c.marksOf(r)
		t := c.turns.segments[marks.id()]
		if t == nil {
			t = &turn{first: i}
			c.turns.segments[marks.id()] = t
		}
		*t = turn{Recording: r, at: i, first: t.first, pieces: t.pieces + 1, marks: marks}
		c.turns.first = append(c.turns.first, t.first)
		if len(r.Labels) == 1 {
			r.Labels = slices.Repeat(r.Labels, r.Rows)
		}
		r.X, r.Placed = slices.Clone(r.X), false // which may be within a larger array
	}
	c.unplaced = nil
	return true
}

// marksOf returns the texts of the rows of a segment.
func (c *Cutter) marksOf(r *data.Recording) Marks {
	m := Marks{Segment: r.Fields[SegmentName.String()], Group: r.Group}
	if c.Of[CutBy] >= 0 {
		m.Cut = r.Fields[message.Clean(c.to.Columns.Of[CutBy])]
	}
	switch {
	case c.Of[SplitColumn] < 0:
	case r.Held:
		m.Side = testSide
	case r.Aside:
		m.Side = validationSide
	default:
		m.Side = trainSide
	}
	return m
}

// placeInTurn makes the segment of a row the current one. Its errors lack the place.
func (c *Cutter) placeInTurn(row Marks) error {
	if !c.to.Store.Holds(c.to.values) {
		return errors.New("the rows of segments are interleaved and exceed the memory limit: sort them by segment, or raise --memory")
	}
	t := c.turns.segments[row.id()]
	switch {
	case t == nil:
		t = &turn{first: len(c.turns.first)}
		c.turns.segments[row.id()] = t
		c.addTurn(t, row)
	case row.Cut != t.marks.Cut, row.Side != t.marks.Side:
		t.series = 0
		c.addTurn(t, row)
	case t.broken && t.Rows > 0:
		c.addTurn(t, row)
	}
	t.marks, t.broken = row, false
	c.Cur, c.turns.last = t.Recording, t
	c.turns.order = append(c.turns.order, t.at)
	return nil
}

// addTurn adds a piece of a segment to the recordings.
func (c *Cutter) addTurn(t *turn, row Marks) {
	t.Recording, t.at = c.recording(row), len(c.turns.first)
	c.turns.first = append(c.turns.first, t.first)
	t.Series = t.series
	if t.pieces++; t.pieces > 1 {
		t.Name += fmt.Sprintf("#%d", t.pieces)
	}
	c.to.Recordings = append(c.to.Recordings, t.Recording)
}

// interruptTurn ends a piece of the current segment at a row that lacks a number.
func (c *Cutter) interruptTurn() {
	t := c.turns.last
	if t.series == 0 && t.Rows > 0 {
		t.series = c.to.NumberSeries()
		t.Series = t.series
	}
	t.broken = true
	c.turns.order = c.turns.order[:len(c.turns.order)-1]
}

// closeTurns ends all segments and joins the pieces of each.
func (c *Cutter) closeTurns() {
	file := slices.Clone(c.to.Recordings[c.from:])
	places := make([]int, len(file))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return c.turns.first[a] - c.turns.first[b] })
	c.to.Recordings = c.to.Recordings[:c.from]
	rank := make([]int, len(file))
	for i, at := range places {
		rank[at] = i
		if c.joinLabels(file[at]); file[at].Rows > 0 {
			c.to.Recordings = append(c.to.Recordings, file[at])
		}
	}
	for i, at := range c.turns.order {
		c.turns.order[i] = rank[at]
	}
	c.to.Note("%s: the interleaved rows of %s are gathered by %s", c.base, message.Counted(len(c.turns.segments), "segment"), c.column(SegmentName))
	c.unplaced, c.Cur = slices.Clone(c.to.Recordings[c.from:]), nil
}

// SortTimes puts the times of the rows into the order of the gathered segments.
func (c *Cutter) SortTimes(clock *Clock) {
	if c.turns == nil {
		return
	}
	places := make([]int, len(c.turns.order))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return c.turns.order[a] - c.turns.order[b] })
	clock.sort(places)
}

// sort puts the times into the order of places.
func (c *Clock) sort(places []int) {
	if c.swapped != nil {
		c.swapped.sort(places)
	}
	c.times = data.Pick(c.times, places, 1)
}

// gatherTurns sorts the rows of segments that alternate by segment, in the order in which segments
// begin, where the frame has a clock.
func (to *Sink) gatherTurns(fr *Frame, r Roles, base string) error {
	if r.Of[SegmentName] < 0 || fr.Clock == nil || fr.Breaks != nil {
		return nil
	}
	segments := fr.segmentColumns(r)
	var groups *Column
	if r.Of[Group] >= 0 {
		groups = fr.column(r.Of[Group])
	}
	first, runs := map[string]int{}, 0
	of := make([]int, fr.Rows)
	equal := Cutter{to: &Sink{Columns: to.Columns}, Roles: r} // the notes of spelling are the cutter's
	equal.nameSpellers()
	for i := range of {
		segment, err := equal.SegmentText(func(column int) string { return textAt(segments[column], i) })
		if err != nil {
			return fmt.Errorf("%s: row %d: %w", fr.Path, i+1, err)
		}
		marks, err := equal.unify(Marks{Segment: segment, Group: textAt(groups, i)})
		if err != nil {
			return fmt.Errorf("%s: row %d: %w", fr.Path, i+1, err)
		}
		name := marks.id()
		if _, ok := first[name]; !ok {
			first[name] = len(first)
		}
		if of[i] = first[name]; i == 0 || of[i] != of[i-1] {
			runs++
		}
	}
	if runs == len(first) || fr.Rows > mostInTurn*runs {
		return nil
	}
	places := make([]int, fr.Rows)
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return of[a] - of[b] })
	to.Note("%s: the interleaved rows of %s are gathered by %s", base, message.Counted(len(first), "segment"), equal.column(SegmentName))
	return to.sortFrame(fr, places)
}

// sortFrame puts the rows of a frame into the order of places.
func (to *Sink) sortFrame(fr *Frame, places []int) error {
	d := len(fr.Names)
	x, err := to.Store.Floats(len(fr.X))
	if err != nil {
		return err
	}
	for i, at := range places {
		copy(x[i*d:(i+1)*d], fr.X[at*d:])
	}
	fr.X = x
	for k := range fr.Further {
		b := &fr.Further[k]
		b.Numbers, b.Texts = data.Pick(b.Numbers, places, 1), data.Pick(b.Texts, places, 1)
	}
	fr.Clock.sort(places)
	return nil
}
