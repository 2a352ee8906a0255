package propose

import (
	"cmp"
	"fmt"
	"image"
	"maps"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/survey"
	"gonum.org/v1/gonum/floats"
)

// Scales differ if one input contributes more than mostShare of the squared
// distances, or half of the inputs together less than negligibleShare. An
// outlier lies outlierDeviations deviations away, measured by the middle nine
// tenths of its input's values.
const (
	mostShare         = 0.95
	negligibleShare   = 0.01
	outlierDeviations = 50
)

// scales proposes to clip if a few outliers dominate, and to standardise if one
// input dominates every distance, or most are negligible.
func scales(s *Situation) []Proposal {
	inputs := s.scaled()
	if len(inputs) < 2 {
		return nil
	}
	spread := (*survey.Column).SD
	if s.Clipped {
		spread = middleSD
	}
	standardized := s.Standardized || s.Options.Normalise == "standard"
	var out []Proposal
	if far := outlying(inputs); far != nil && !s.Clipped && (standardized || scalesDiffer(inputs, spread)) {
		spread = middleSD
		out = append(out, Proposal{
			ID: "clip", Urgent: true, What: "a few values are extreme, in " + message.List(far),
			Why:     fmt.Sprintf("they lie %d deviations or more from the others, and dominate the squared distances", outlierDeviations),
			Gives:   "values beyond the 1 % and 99 % quantiles of a training part are moved to these; no row is lost",
			Changes: []Change{{"clip", "quantile:0.01", false}},
		})
	}
	if standardized || !scalesDiffer(inputs, spread) {
		return out
	}
	slices.SortStableFunc(inputs, func(a, b *survey.Column) int { return cmp.Compare(spread(a), spread(b)) })
	total := 0.0
	for _, c := range inputs {
		total += spread(c) * spread(c)
	}
	least, widest := inputs[0], inputs[len(inputs)-1]
	return append(out, Proposal{
		ID: "scales", Urgent: true, What: fmt.Sprintf("scales differ by %.1f orders", math.Log10(spread(widest)/spread(least))),
		Why: fmt.Sprintf("sd from %.4g (%s) to %.4g (%s): %s alone accounts for %s %% of the squared distances",
			spread(least), least.Name, spread(widest), widest.Name, widest.Name, percent(spread(widest)*spread(widest)/total)),
		Gives:   fmt.Sprintf("mean 0 and variance 1 on each training part: all %d inputs count equally", len(inputs)),
		Changes: []Change{{"standardize", "true", false}},
	})
}

// scaled returns the inputs whose scales are compared: without those that are
// proposed for another role or for dropping.
func (s *Situation) scaled() []*survey.Column {
	given := maps.Clone(s.proposedColumns())
	for _, p := range sparse(s) {
		for _, name := range p.columns() {
			given[name] = true
		}
	}
	return slices.DeleteFunc(s.inputs(), func(c *survey.Column) bool {
		// Markers of missing values must not affect the scale.
		return c.SD() == 0 || c.Numbers < leastRows || given[c.Name] || s.markerCells(c) > 0
	})
}

// scalesDiffer reports whether scales differ, by the share of each input in the squared
// distances, which is its share of the variance.
func scalesDiffer(inputs []*survey.Column, sd func(*survey.Column) float64) bool {
	shares := make([]float64, len(inputs))
	for i, c := range inputs {
		shares[i] = sd(c) * sd(c)
	}
	slices.Sort(shares)
	total := floats.Sum(shares)
	return shares[len(shares)-1] > mostShare*total || floats.Sum(shares[:len(shares)/2]) < negligibleShare*total
}

// middleSD returns the standard deviation of a normal distribution whose middle
// nine tenths have the same range as the input's. If that range is zero, it
// returns the input's own.
func middleSD(c *survey.Column) float64 {
	x := slices.Sorted(slices.Values(c.Thin))
	if len(x) < leastRows || x[len(x)/20] == x[len(x)-1-len(x)/20] {
		return c.SD()
	}
	return (x[len(x)-1-len(x)/20] - x[len(x)/20]) / (2 * 1.6449)
}

// outlying returns the names of the inputs with outliers that make most of
// their variance, and are so few that clipping the outer hundredth cuts them.
// Distances are from the median, which outliers do not move.
func outlying(inputs []*survey.Column) []string {
	var far []string
	for _, c := range inputs {
		if len(c.Thin) == 0 {
			continue
		}
		sd, median := middleSD(c), slices.Sorted(slices.Values(c.Thin))[len(c.Thin)/2]
		if max(c.Max-median, median-c.Min) <= outlierDeviations*sd || c.SD()*c.SD() <= 2*sd*sd {
			continue
		}
		n := 0
		for _, x := range c.Thin {
			if math.Abs(x-median) > outlierDeviations*sd {
				n++
			}
		}
		if 100*n <= len(c.Thin) {
			far = append(far, c.Name)
		}
	}
	return far
}

// percent formats a share in percent; only 1 is shown as 100.
func percent(share float64) string {
	if share > 0.99 {
		return fmt.Sprintf("%.6g", 100*share)
	}
	return fmt.Sprintf("%.0f", 100*share)
}

// mostMissing is the share of missing cells above which leaving a column out is
// proposed, and nearlyAll the share from which a column is nearly empty.
const (
	mostMissing = 0.5
	nearlyAll   = 0.9
)

// sparse proposes to leave out columns that are missing in most rows, because
// their cells are empty or contain a marker. Otherwise the rows would be lost.
// Columns that are nearly empty, as those of a logger's events, make one
// proposal.
func sparse(s *Situation) []Proposal {
	var all []Proposal
	empty := s.emptyColumns()
	if len(empty) > 1 {
		all = append(all, leaveEmpty(empty))
	}
	for _, c := range s.inputs() {
		absent, cells := s.missingCells(c), c.Numbers+c.Missing+c.Texts
		if absent == 0 || float64(absent) <= mostMissing*float64(cells) || len(empty) > 1 && slices.Contains(empty, c) {
			continue
		}
		all = append(all, Proposal{
			ID: "empty " + c.Name, Urgent: true, What: fmt.Sprintf("%s is missing in %d of %d rows", c.Name, absent, cells),
			Why: "rows without it cannot be used", Gives: "the column is left out, and its rows stay",
			Changes: []Change{{"drop", c.Name, true}},
		})
	}
	return all
}

// missingCells returns the number of cells of an input that are missing or
// contain a marker.
func (s *Situation) missingCells(c *survey.Column) int { return c.Missing + c.Texts + s.markerCells(c) }

// markerCells returns the number of cells of an input with a number that marks
// a missing value.
func (s *Situation) markerCells(c *survey.Column) int {
	if s.cells == nil {
		s.cells = map[string]int{}
		for _, m := range s.standIns() {
			for _, name := range m.Inputs {
				s.cells[name] += extremeCells(s.Survey.Named(name), m.Value)
			}
		}
	}
	return s.cells[c.Name]
}

// differing proposes how to treat tables with different columns.
func differing(s *Situation) []Proposal {
	partial, shared := 0, 0
	for _, c := range s.Survey.Columns {
		switch {
		case c.Use != survey.Open || s.role(c.Name) != "":
		case c.Files < s.Survey.Tables:
			partial++
		case !c.Textual():
			shared++
		}
	}
	if partial == 0 || s.Options.Differing != "" || len(s.Options.Columns) > 0 {
		return nil
	}
	p := Proposal{
		ID: "differing", Urgent: true, What: message.Counted(partial, "column") + " not in all files",
		Why: "files with other inputs cannot be read together", Gives: "files whose inputs are not those of most are left out",
		Changes: []Change{{"differing", "leave-out", false}},
	}
	if shared >= partial {
		p.Gives, p.Changes[0].Value = fmt.Sprintf("the %s that all files have stay, and so do all rows", message.Counted(shared, "column")), "common"
	}
	return []Proposal{p}
}

// gaps proposes how to treat missing values, which otherwise prevent opening.
func gaps(s *Situation) []Proposal {
	missing, cells := 0, 0
	given := s.proposedColumns()
	var most *survey.Column
	for _, c := range s.inputs() {
		if c.Missing == 0 || given[c.Name] || float64(s.missingCells(c)) > mostMissing*float64(c.Numbers+c.Missing+c.Texts) {
			continue
		}
		if missing += c.Missing; most == nil || c.Missing > most.Missing {
			most, cells = c, c.Numbers+c.Missing
		}
	}
	if most == nil || s.Options.Missing != "" {
		return nil
	}
	return []Proposal{{
		ID: "missing", Urgent: true, What: message.Counted(missing, "number") + " missing",
		Why:     fmt.Sprintf("most of them in %s (%d of %d rows); a missing number is refused", most.Name, most.Missing, cells),
		Gives:   "runs of up to 3 rows are interpolated; a longer one ends a segment",
		Changes: []Change{{"missing", "interpolate:3", false}},
	}}
}

// leastGroups is the number of groups from which an error over them is
// meaningful.
const leastGroups = 5

// folds proposes a fold for each group if there are few.
func folds(s *Situation) []Proposal {
	if s.Report == nil || s.Folds != 0 || len(s.Options.TestPaths) > 0 || s.Options.SplitColumn != "" {
		return nil
	}
	n := len(s.Report.Groups)
	if n <= 3 || n >= leastGroups {
		return nil
	}
	return []Proposal{{
		ID: "groups", What: fmt.Sprintf("%d groups are few", n), Why: "standard errors are over groups, and will be large",
		Gives:   fmt.Sprintf("%d folds: each group is tested alone, and more is trained on", n),
		Changes: []Change{{"folds", fmt.Sprint(n), false}},
	}}
}

// MostSensors is the largest number of inputs for which windows are proposed.
const MostSensors = 16

// embedding proposes windows if rows contain no information on the past.
func embedding(s *Situation) []Proposal {
	r, a := s.Report, s.Advice
	if r == nil || a == nil || s.Options.Embed != "" || s.Options.STFT != "" || !r.InTime || r.Inputs > MostSensors || a.L < 2 || a.Windows == 0 || 10*a.Windows < 5*r.Samples/max(a.Delta, 1) {
		return nil
	}
	if a.Windows < a.L*r.Inputs {
		return nil // fewer samples than inputs: their covariance would be singular
	}
	return []Proposal{{
		ID: "embed", What: "rows contain no past values", Why: "a row holds no values of earlier rows",
		Gives:   fmt.Sprintf("%d inputs in place of %d, %d samples in place of %d (try both)", a.L*r.Inputs, r.Inputs, a.Windows, r.Samples),
		Changes: []Change{{"embed", a.Embed(), false}},
	}}
}

// names proposes a pattern of file names with labels and groups.
func names(s *Situation) []Proposal {
	if s.Options.Name != "" || s.Options.Label != "" || len(s.Survey.Columns) > 0 {
		return nil
	}
	if listed := listedLabel(s.Survey.Files); listed != nil {
		return listed
	}
	var bases []string
	for _, f := range s.Survey.Files {
		if f.Fields["label"] != "" || f.Fields["group"] != "" {
			return nil
		}
		bases = append(bases, f.Base)
	}
	patterns := Patterns(bases)
	if patterns == nil {
		return nil
	}
	p := patterns[0]
	var tells []string
	for _, name := range []string{"label", "group"} {
		if f := p.Of(name); f != nil {
			tells = append(tells, message.Counted(len(f.Values), name))
		}
	}
	return []Proposal{{
		ID: "names", Urgent: true, What: "read " + fieldNames(p) + " off the names", Why: fmt.Sprintf("all %d names have the same form", len(bases)),
		Gives: message.List(tells), Changes: []Change{{"name", p.Written, false}},
	}}
}

// listedLabel proposes a column of a manifest as the label, by its name, if the
// manifest has no label.
func listedLabel(files []survey.File) []Proposal {
	values := map[string]map[string]bool{}
	for _, f := range files {
		for field, value := range f.Fields {
			if values[field] == nil {
				values[field] = map[string]bool{}
			}
			values[field][value] = true
		}
	}
	if len(values["label"]) > 0 {
		return nil
	}
	for _, word := range labelWords {
		n := len(values[word])
		if n < 2 || 2*n > len(files) {
			continue
		}
		return []Proposal{{
			ID: "listed " + word, Urgent: true, What: "the manifest's " + word + " looks like the label",
			Why:     fmt.Sprintf("it lists %d values for %d files", n, len(files)),
			Gives:   message.Counted(n, "class") + "; readouts join the sweep, and their accuracy is measured",
			Changes: []Change{{"label", word, false}},
		}}
	}
	return nil
}

// fieldNames returns which of label and group a pattern contains.
func fieldNames(p Pattern) string {
	switch {
	case p.Of("label") == nil:
		return "group"
	case p.Of("group") == nil:
		return "label"
	}
	return "label and group"
}

// markers returns the numbers that seem to mark missing values in inputs, except those that
// --missing-value already lists.
func (s *Situation) markers() []inspect.Marker {
	return slices.DeleteFunc(s.standIns(), func(m inspect.Marker) bool {
		return slices.Contains(s.Options.MissingValues, strconv.FormatFloat(m.Value, 'g', -1, 64))
	})
}

// standIns returns the numbers that seem to mark missing values in the surveyed inputs. Columns
// that are left out count as evidence, too.
func (s *Situation) standIns() []inspect.Marker {
	inputs := map[string]*survey.Column{}
	for _, c := range s.inputs() {
		inputs[c.Name] = c
	}
	var looked []inspect.Extremes
	for _, c := range s.Survey.Columns {
		if inputs[c.Name] != nil || s.role(c.Name) == "drop" && c.Use == survey.Open && !c.Textual() {
			looked = append(looked, inspect.Extremes{Name: c.Name, Extremes: c.Extremes, Thin: c.Thin})
		}
	}
	var found []inspect.Marker
	for _, m := range inspect.Markers(looked) {
		m.Inputs = slices.DeleteFunc(m.Inputs, func(name string) bool { return inputs[name] == nil })
		m.Rows = 0
		for _, name := range m.Inputs {
			m.Rows += extremeCells(inputs[name], m.Value)
		}
		if len(m.Inputs) > 0 {
			found = append(found, m)
		}
	}
	return found
}

// extremeCells returns the number of cells of a column with its minimum or its
// maximum.
func extremeCells(c *survey.Column, value float64) int {
	if c.Min == value {
		return c.AtMin
	}
	return c.AtMax
}

// words proposes to treat texts among numbers as missing values.
func words(s *Situation) []Proposal {
	given := s.proposedColumns()
	rows, inputs := map[string]int{}, 0
	for _, c := range s.inputs() {
		if given[c.Name] {
			continue
		}
		for _, v := range c.Markers() {
			rows[v.Text] += v.Rows
		}
		inputs += min(len(c.Markers()), 1)
	}
	var all []Proposal
	for _, word := range slices.Sorted(maps.Keys(rows)) {
		changes := []Change{{"missing-value", word, true}}
		if s.Options.Missing == "" {
			changes = append(changes, Change{"missing", "interpolate:3", false})
		}
		all = append(all, Proposal{
			ID: "word " + word, Urgent: true, What: fmt.Sprintf("%q occurs among the numbers of %s", message.Shorten(word, 20), message.Counted(inputs, "input")),
			Why:     fmt.Sprintf("it occurs %s, and no input is text: it may mark a missing number", message.Counted(rows[word], "time")),
			Gives:   "such cells count as missing; runs of up to 3 rows are interpolated",
			Changes: changes,
		})
	}
	return all
}

// markers proposes to treat numbers that seem to mark missing values as
// missing.
func markers(s *Situation) []Proposal {
	var all []Proposal
	for _, m := range s.markers() {
		value := strconv.FormatFloat(m.Value, 'g', -1, 64)
		changes := []Change{{"missing-value", value, true}}
		if s.Options.Missing == "" {
			changes = append(changes, Change{"missing", "interpolate:3", false})
		}
		all = append(all, Proposal{
			ID: "marker " + value, Urgent: true, What: fmt.Sprintf("%s stands out in %d of %s", value, len(m.Inputs), message.Counted(len(s.inputs()), "input")),
			Why:     fmt.Sprintf("it lies far from all other values and occurs %s: it may mark a missing number", message.Counted(m.Rows, "time")),
			Gives:   "such cells count as missing",
			Changes: changes,
		})
	}
	return all
}

// imageSizes proposes the size that enlarges no image, if images have several.
func imageSizes(s *Situation) []Proposal {
	if s.Report == nil || s.Report.Found.Smallest == (image.Point{}) {
		return nil
	}
	size := s.Report.Found.Smallest
	if size.X*size.Y == s.Report.Inputs {
		return nil
	}
	return []Proposal{{
		ID: "image size", What: fmt.Sprintf("images of several sizes are scaled to %s", message.Counted(s.Report.Inputs, "pixel")),
		Why:     "smaller ones are enlarged to the median size, and their inputs are redundant",
		Gives:   fmt.Sprintf("%d×%d pixels: the smallest width and height, so that no image is enlarged", size.X, size.Y),
		Changes: []Change{{"image-size", fmt.Sprintf("%dx%d", size.X, size.Y), false}},
	}}
}
