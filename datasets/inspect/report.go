package inspect

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Report describes a data set.
type Report struct {
	Name    string         `json:"name"`
	Samples int            `json:"samples"`
	Inputs  int            `json:"inputs"`
	Types   []Count        `json:"types"` // of the inputs
	Columns []ColumnReport `json:"columns"`

	Segments []SegmentReport `json:"segments"`
	Classes  []Count         `json:"classes"` // with their samples
	// Unlabelled is the number of samples without a label if others have one.
	Unlabelled int     `json:"unlabelled"`
	Groups     []Count `json:"groups"` // with their segments
	Target     *Range  `json:"target,omitempty"`
	// TargetGroups holds the means of the target by group, for at least four
	// groups.
	TargetGroups *GroupMeans `json:"target_groups,omitempty"`
	Constant     []string    `json:"constant"`
	Duplicates   []string    `json:"duplicates"`
	// LabelCopies holds the inputs that may repeat the label or target, see [LabelCopies].
	LabelCopies []string `json:"label_copies,omitempty"`
	// Scales holds the inputs of smallest and largest standard deviation if
	// these differ by a factor of at least 10⁵. Constant inputs are ignored.
	Scales []Scale             `json:"scales,omitempty"`
	Found  data.Irregularities `json:"found"`
	// Markers holds numbers that seem to mean missing values.
	Markers []Marker `json:"missing_markers,omitempty"`

	Rate float64 `json:"rate"` // samples per second, 0 if unknown
	// InTime reports whether the rows of a segment follow each other in time,
	// see [data.Set.InTime].
	InTime   bool          `json:"in_time"`
	Sources  []data.Source `json:"sources"`
	Prepared []string      `json:"prepared"` // in the order of the steps
	Notes    []string      `json:"notes"`
}

// Count is a name with a number.
type Count struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Range is the range of the numbers of a name.
type Range struct {
	Name string  `json:"name"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// Scale is the standard deviation of an input.
type Scale struct {
	Input string  `json:"input"`
	SD    float64 `json:"sd"`
}

// ColumnReport describes an input over all samples.
type ColumnReport struct {
	Range
	Type string  `json:"type"`
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"` // standard deviation, with divisor n
	// Slowness is Δ of the input alone: the mean squared step between
	// consecutive samples of a segment, divided by the variance; 2 for white
	// noise. Nil for a constant input or without consecutive samples.
	Slowness *float64 `json:"slowness,omitempty"`
}

// SegmentReport describes a segment.
type SegmentReport struct {
	Name    string `json:"name"`
	Group   string `json:"group,omitempty"`
	Samples int    `json:"samples"`
	Test    bool   `json:"test,omitempty"`
}

// ReportOf describes a set from all samples. It returns an error only when ctx
// ends.
func ReportOf(ctx context.Context, s *data.Set) (*Report, error) {
	n, _ := s.X.Dims()
	d := s.Channels()
	r := &Report{ // lists are empty rather than nil, for JSON
		Name: s.Name, Samples: n, Inputs: d, Classes: []Count{}, Groups: []Count{}, Constant: []string{}, Duplicates: []string{},
		Rate: s.Rate, InTime: s.InTime(), Found: s.Found, Sources: listOf(s.Sources()), Prepared: listOf(s.Prepared), Notes: listOf(s.Notes),
	}
	r.Found.Gaps = listOf(r.Found.Gaps)
	for _, seg := range s.Segments {
		r.Segments = append(r.Segments, SegmentReport{seg.Name, seg.Group, seg.Len(), seg.Held})
	}
	countLabels(s, r)
	for _, g := range s.Groups() {
		count := 0
		for _, seg := range s.Segments {
			if seg.Group == g {
				count++
			}
		}
		r.Groups = append(r.Groups, Count{g, count})
	}
	if s.Target != nil {
		r.Target = &Range{s.TargetName, slices.Min(s.Target), slices.Max(s.Target)}
		r.TargetGroups = groupMeans(s)
	}
	r.LabelCopies = LabelCopies(s)
	return r, reportColumns(ctx, s, r)
}

// listOf returns a copy of a list, empty rather than nil.
func listOf[T any](list []T) []T { return append([]T{}, list...) }

// countLabels counts the samples of each class.
func countLabels(s *data.Set, r *Report) {
	counts := make([]int, len(s.Classes))
	for _, l := range s.Label {
		if l < 0 {
			r.Unlabelled++
		} else {
			counts[l]++
		}
	}
	for i, c := range s.Classes {
		r.Classes = append(r.Classes, Count{c, counts[i]})
	}
}

// reportColumns describes the inputs, and lists the constant ones and the
// copies of others.
func reportColumns(ctx context.Context, s *data.Set, r *Report) error {
	if s.Series {
		flat := *s
		var lengths []int
		flat.X, lengths = data.StackFrames(s.X)
		flat.Segments = nil
		at := 0
		for _, n := range lengths {
			flat.Segments = append(flat.Segments, data.Segment{Start: at, End: at + n})
			at += n
		}
		s = &flat
	}
	n, _ := s.X.Dims()
	columns, err := summarise(ctx, s)
	if err != nil {
		return err
	}
	ends, err := extremesOf(ctx, s, columns)
	if err != nil {
		return err
	}
	r.Markers = Markers(ends)
	types := map[string]int{}
	seen := map[uint64]int{}
	var least, most Scale
	for j, c := range columns {
		kind := c.kind()
		types[kind]++
		r.Columns = append(r.Columns, ColumnReport{Range{s.Inputs[j], c.Min, c.Max}, kind, c.mean, c.deviation(n), c.slowness(n, n-len(s.Segments))})
		if kind == constantType {
			r.Constant = append(r.Constant, s.Inputs[j])
			continue
		}
		own := Scale{s.Inputs[j], c.deviation(n)}
		if least.SD == 0 || own.SD < least.SD {
			least = own
		}
		if own.SD > most.SD {
			most = own
		}
		if i, ok := seen[c.sum]; ok && sameInputs(s, i, j) {
			r.Duplicates = append(r.Duplicates, s.Inputs[j]+" = "+s.Inputs[i])
			continue
		}
		seen[c.sum] = j
	}
	if most.SD >= data.ScalesApart*least.SD && most.SD > 0 {
		r.Scales = []Scale{least, most}
	}
	for _, kind := range []string{realType, wholeType, binaryType, constantType} {
		if types[kind] > 0 {
			r.Types = append(r.Types, Count{kind, types[kind]})
		}
	}
	return nil
}

// Lines returns the report as text for a terminal, with long lists shortened.
func (r *Report) Lines() []string {
	lines := []string{fmt.Sprintf("shape       %s × %s", message.Counted(r.Samples, "sample"), message.Counted(r.Inputs, "input"))}
	add := func(name, format string, args ...any) {
		lines = append(lines, fmt.Sprintf("%-11s ", name)+fmt.Sprintf(format, args...))
	}
	add("types", "%s", counts(r.Types))
	add("segments", "%s", r.segments())
	if len(r.Classes) > 0 {
		text := fmt.Sprintf("%d, with their samples: %s", len(r.Classes), counts(r.Classes))
		if r.Unlabelled > 0 {
			text += fmt.Sprintf(", %d without a label", r.Unlabelled)
		}
		add("labels", "%s", text)
	} else {
		add("labels", "none")
	}
	if len(r.Groups) > 0 {
		add("groups", "%d, with their segments: %s", len(r.Groups), counts(r.Groups))
	} else {
		add("groups", "none")
	}
	if r.Target != nil {
		add("target", "%s from %.5g to %.5g", r.Target.Name, r.Target.Min, r.Target.Max)
	}
	if g := r.TargetGroups; g != nil {
		add("by group", "%s", g)
	}
	add("sampling", "%s", r.sampling())
	add("gaps", "%s", r.gaps())
	add("missing", "%s", r.missing())
	for _, m := range r.Markers {
		add("proposed", "%v", m)
	}
	add("constant", "%s", firstNames(r.Constant))
	add("duplicates", "%s", firstNames(r.Duplicates))
	if s := r.Scales; s != nil {
		add("scales", "standard deviations from %.3g (%s) to %.3g (%s): --standardize scales the inputs alike", s[0].SD, message.Clean(s[0].Input), s[1].SD, message.Clean(s[1].Input))
	}
	for i, step := range r.Prepared {
		add([...]string{"prepared", ""}[min(i, 1)], "%d. %s", i+1, step)
	}
	return lines
}

// firstNames returns the number of names and the first of them.
func firstNames(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d: %s", len(names), message.List(names))
}

// counts returns the names with their counts.
func counts(all []Count) string {
	texts := make([]string, len(all))
	for i, c := range all {
		texts[i] = fmt.Sprintf("%s (%d)", c.Name, c.Count)
	}
	return message.List(texts)
}

func (r *Report) segments() string {
	lengths := make([]int, len(r.Segments))
	test := 0
	for i, seg := range r.Segments {
		lengths[i] = seg.Samples
		if seg.Test {
			test++
		}
	}
	slices.Sort(lengths)
	text := fmt.Sprintf("%d of %d to %d samples, the median %d", len(lengths), lengths[0], lengths[len(lengths)-1], lengths[len(lengths)/2])
	if lengths[0] == lengths[len(lengths)-1] {
		text = fmt.Sprintf("%d of %s", len(lengths), message.Counted(lengths[0], "sample"))
	}
	if test > 0 {
		text += fmt.Sprintf(", %d of them test data", test)
	}
	if r.Found.Short > 0 {
		text += fmt.Sprintf("; %d too short for a window were skipped", r.Found.Short)
	}
	return text
}

func (r *Report) sampling() string {
	if r.Rate > 0 {
		return fmt.Sprintf("%s, %s in all", message.Sampling(r.Rate), message.Duration(float64(r.Samples)/r.Rate))
	}
	if !r.InTime && slices.ContainsFunc(r.Segments, func(s SegmentReport) bool { return s.Samples > 1 }) {
		return "rate not known; the class changes from row to row as by chance, so that rows do not follow each other in time"
	}
	return "rate not known"
}

func (r *Report) gaps() string {
	if len(r.Found.Gaps) == 0 {
		return "none known"
	}
	return message.List(r.GapTexts())
}

// GapTexts returns a description of the irregular times of each file, and how
// they were treated.
func (r *Report) GapTexts() []string {
	texts := make([]string, len(r.Found.Gaps))
	for i, g := range r.Found.Gaps {
		var parts []string
		if g.Count > 0 {
			part := fmt.Sprintf("%s, the first after row %d", message.Counted(g.Count, "gap"), g.After)
			if g.Longest > 0 { // the clock's unit is known
				part += ", the longest of " + message.Duration(g.Longest)
			}
			parts = append(parts, part)
		}
		if g.Back > 0 {
			parts = append(parts, message.Counted(g.Back, "step")+" back")
		}
		if g.Doubled > 0 {
			parts = append(parts, message.Counted(g.Doubled, "time")+" in two rows")
		}
		switch {
		case g.Cuts > 0:
			parts = append(parts, fmt.Sprintf("segments end at %d of them", g.Cuts))
		case g.Count > 0 || g.Back > 0:
			parts = append(parts, "differences are taken across them")
		}
		texts[i] = g.File + ": " + strings.Join(parts, "; ")
	}
	return texts
}

func (r *Report) missing() string {
	switch f := r.Found; {
	case f.Missing == 0:
		return "none"
	case f.Filled > 0:
		return fmt.Sprintf("in %s; %s interpolated", message.Counted(f.Missing, "row"), message.Counted(f.Filled, "number"))
	default:
		return fmt.Sprintf("in %s of the files, which are left out", message.Counted(f.Missing, "row"))
	}
}
