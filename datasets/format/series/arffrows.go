package series

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
)

// readFlatSeries reads rows with the values of a series and, last, its label.
func (r *arffReader) readFlatSeries() error {
	all := r.to.NewSeries(r.f)
	if err := all.Begin(r.path, 1, ""); err != nil {
		return err
	}
	last := len(r.attributes) - 1
	for {
		cells, err := r.row()
		if err == io.EOF {
			r.to.Note("%s: each row is read as a series with the label %s, as in the UCR archive; to read rows as samples give --drop an attribute",
				r.f.Base(), r.attributes[last].name)
			return all.Finish()
		} else if err != nil {
			return r.at(err)
		}
		s := format.Sample{Channels: make([][]float64, 1), Labelled: true, Target: math.NaN()}
		if s.Label, err = r.attributes[last].nominal(cells[last]); err != nil {
			return r.at(err)
		}
		if s.Channels[0], err = numbersOf(cells[:last]); err != nil {
			return r.at(err)
		}
		if err := all.Add(r.scan.Next-1, s); err != nil {
			return r.at(err)
		}
	}
}

// numbersOf returns the values of numeric cells.
func numbersOf(cells []arffCell) ([]float64, error) {
	x := make([]float64, len(cells))
	for i, c := range cells {
		var err error
		if x[i], err = c.number(); err != nil {
			return nil, fmt.Errorf("value %d: %w", i+1, err)
		}
	}
	return x, nil
}

// readRelations reads rows with a relation. Each line of a relation holds one channel
// at all times.
func (r *arffReader) readRelations(relation int) error {
	label, err := r.relationLabel(relation)
	if err != nil {
		return err
	}
	all := r.to.NewSeries(r.f)
	for {
		cells, err := r.row()
		if err == io.EOF {
			return all.Finish()
		} else if err != nil {
			return r.at(err)
		}
		s := format.Sample{Labelled: label >= 0, Target: math.NaN()}
		if label >= 0 {
			if s.Label, err = r.attributes[label].nominal(cells[label]); err != nil {
				return r.at(err)
			}
		}
		if s.Channels, err = relationChannels(cells[relation].text); err != nil {
			return r.at(err)
		}
		if all.IsEmpty() {
			r.to.Note("%s: each row is read as a series of %s, the lines of its relation, as in the UEA archive",
				r.f.Base(), message.Counted(len(s.Channels), "channel"))
			if err := all.Begin(r.path, len(s.Channels), ""); err != nil {
				return err
			}
		}
		if err := all.Add(r.scan.Next-1, s); err != nil {
			return r.at(err)
		}
	}
}

// relationChannels returns the lines of a relation.
func relationChannels(text string) ([][]float64, error) {
	var channels [][]float64
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		cells, err := splitARFF(line)
		if err != nil {
			return nil, err
		}
		x, err := numbersOf(cells)
		if err != nil {
			return nil, fmt.Errorf("channel %d: %w", len(channels)+1, err)
		}
		channels = append(channels, x)
	}
	return channels, nil
}

// relationLabel returns the attribute that labels series: that of --label, else
// the only nominal one; -1 without.
func (r *arffReader) relationLabel(relation int) (int, error) {
	if r.to.Transpose || r.to.Columns.Flag(format.Label.String(), "columns", "drop") != "" {
		return -1, message.Usagef("%s holds series: of the flags for columns only --label has a meaning, and --columns and --drop, which choose channels", r.path)
	}
	var names []string
	label := -1
	for i, a := range r.attributes {
		switch {
		case i == relation:
		case a.kind == arffRelational:
			return -1, fmt.Errorf("%s has two relational attributes, %s and %s: only one is read", r.path, r.attributes[relation].name, a.name)
		case a.kind == arffNominal || a.kind == arffString:
			names = append(names, a.name)
			label = i
		}
	}
	if asked := r.to.Columns.Of[format.Label]; asked != "" {
		i, err := format.FindColumn(r.path, names, "label", asked)
		if err != nil {
			return -1, err
		}
		return slices.IndexFunc(r.attributes, func(a arffAttribute) bool { return a.name == names[i] }), nil
	}
	if len(names) > 1 {
		return -1, message.Usagef("%s: the label is ambiguous: name one of %s with --label", r.path, message.List(names))
	}
	return label, nil
}

// ownLabel returns the nominal attribute that is the label unless --label names another: the
// first whose name means a label, else the last attribute; "" for none.
func (r *arffReader) ownLabel() string {
	var label string
	for i, a := range r.attributes {
		role, ok := format.RoleOf(strings.ToLower(a.name), format.InTables)
		switch {
		case a.kind != arffNominal:
		case ok && role == format.Label:
			return a.name
		case i == len(r.attributes)-1:
			label = a.name
		}
	}
	return label
}

// clock returns the date attribute with the times of the rows: the requested one, else the
// first; "" for none.
func (r *arffReader) clock() string {
	clock, asked := "", message.Clean(r.to.Columns.Of[format.Time])
	for _, a := range r.attributes {
		if a.kind == arffDate && (clock == "" || a.name == asked) {
			clock = a.name
		}
	}
	return clock
}

// readTable reads rows that are samples.
func (r *arffReader) readTable() error {
	fr := &format.Frame{Path: r.path, Strict: true, Own: map[format.Role]string{}}
	if label := r.ownLabel(); label != "" {
		fr.Own[format.Label] = label
	}
	if clock := r.clock(); clock != "" {
		fr.Clock = &format.Clock{Column: clock}
	}
	place := make([]int, len(r.attributes)) // in X or in Further
	for i, a := range r.attributes {
		switch a.kind {
		case arffNumeric:
			place[i] = len(fr.Names)
			fr.Names = append(fr.Names, a.name)
			continue
		case arffDate:
			if a.name != fr.Clock.Column {
				fr.Unread = append(fr.Unread, a.name)
			}
			continue
		}
		place[i] = len(fr.Further)
		fr.Further = append(fr.Further, format.Column{Name: a.name, Texts: []string{}})
	}
	if len(fr.Names) == 0 {
		return fmt.Errorf("%s has no numeric attribute: there are no inputs", r.path)
	}
	for {
		cells, err := r.row()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = r.addRow(fr, place, cells)
		}
		if err != nil {
			return r.at(err)
		}
	}
	if label := fr.Own[format.Label]; label != "" && r.to.Columns.Of[format.Label] == "" {
		r.to.Note("%s: the attribute %s is taken as the label", r.f.Base(), label)
	}
	r.to.NoteTimes(r.f.Base(), fr.Unread)
	return r.to.Frame(r.ctx, fr, r.f)
}

// addRow adds a sample to a frame.
func (r *arffReader) addRow(fr *format.Frame, place []int, cells []arffCell) error {
	fr.Rows++
	if err := r.to.Hold(len(fr.Names), r.path); err != nil {
		return err
	}
	var err error
	if fr.X, err = r.to.Store.Grow(fr.X, len(fr.Names)); err != nil {
		return err
	}
	for i := range r.attributes {
		a := &r.attributes[i]
		switch a.kind {
		case arffNumeric:
			x, err := cells[i].number()
			if err != nil {
				return fmt.Errorf("attribute %s: %w", a.name, err)
			}
			fr.X = append(fr.X, x)
		case arffDate:
			if fr.Clock.Column == a.name {
				seconds, form := lex.ParseTime([]byte(cells[i].text), false)
				if form == lex.NoTime {
					seconds = math.NaN()
				}
				fr.Clock.Add(seconds)
			}
		default:
			text, err := a.nominal(cells[i])
			if err != nil {
				return err
			}
			b := &fr.Further[place[i]]
			b.Texts = append(b.Texts, text)
		}
	}
	return nil
}
