package propose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/survey"
)

// Words in column names that imply a role.
var (
	labelWords = []string{"label", "labels", "lab", "class", "cls", "classes", "category", "state", "activity", "condition", "fault", "anomaly", "outcome", "diagnosis",
		"stage", "event", "occupancy", "occupied", "status", "regime", "mode", "phase", "gesture", "emotion", "word", "phoneme", "vowel", "species"}
	groupWords = []string{"group", "grp", "speaker", "subject", "patient", "person", "participant", "user", "animal", "rat", "mouse", "rider", "driver", "machine",
		"unit", "engine", "device", "site", "batch", "batchid"}
	segmentWords = []string{"segment", "seg", "trial", "recording", "series", "sequence", "episode", "utterance", "session", "run", "file", "record", "cycle"}
	targetWords  = []string{"target", "rul", "response"}
	weightWords  = []string{"weight", "weights", "importance"}
)

// hasNameWord reports whether a word of a column's name is one of words.
func hasNameWord(c *survey.Column, words []string) bool {
	for _, word := range strings.FieldsFunc(strings.ToLower(c.Name), func(r rune) bool { return strings.ContainsRune(" _-.()[]/:", r) }) {
		if slices.Contains(words, word) || slices.Contains(words, strings.TrimSuffix(word, "id")) {
			return true
		}
	}
	return false
}

// Limits for roles.
const (
	mostClasses = 100 // of a label
	leastRows   = 20  // to infer anything about a column
)

// clocks proposes columns that count time: the first as the clock, if there is
// none yet, and the others to be dropped.
func clocks(s *Situation) []Proposal {
	var all []Proposal
	timed := s.Options.Clock != "" || slices.ContainsFunc(s.Survey.Columns, func(c *survey.Column) bool { return c.Use == survey.Time })
	columns := s.open()
	slices.SortStableFunc(columns, func(a, b *survey.Column) int { return min(a.Falls, 1) - min(b.Falls, 1) })
	for _, c := range columns {
		if !s.isClock(c) {
			continue
		}
		step := c.Step
		if !oneStep(c) {
			step = c.MeanStep()
		}
		what := fmt.Sprintf("rises by %.4g a row", step)
		if c.Falls > 0 {
			what += fmt.Sprintf(", restarts %s", message.Counted(c.Falls, "time"))
		}
		p := Proposal{
			ID: "clock " + c.Name, Urgent: true, What: c.Name + " looks like a clock",
			Why:     what + ": as an input it reveals the position in time, and features would follow it",
			Gives:   c.Name + " is no longer an input",
			Changes: []Change{{"drop", c.Name, true}},
		}
		if !timed {
			p.Gives = fmt.Sprintf("a row every %s: it defines the gaps, and is not an input; %s", format.Units(step), format.OtherUnits(c.Name))
			if unit := format.NumberUnit(0, c.Name, c.Min); unit > 0 {
				p.Gives = fmt.Sprintf("a row every %s: it defines the rate and the gaps, and is not an input", message.Duration(step*unit))
			}
			p.Changes, timed = []Change{{"clock", c.Name, false}}, true
		}
		all = append(all, p)
	}
	return all
}

// newestFirst proposes to reverse rows that begin with the newest.
func newestFirst(s *Situation) []Proposal {
	clock := format.ParseClock(s.Options.Clock)
	for _, c := range s.Survey.Columns {
		isClock := c.Name == clock.Column || c.Use == survey.Time && clock.Column == ""
		if !isClock || clock.Reverse || !falls(c) {
			continue
		}
		value := c.Name + ":reverse"
		if clock.Column != "" {
			value = s.Options.Clock + ":reverse"
		}
		return []Proposal{{
			ID: "reverse " + c.Name, Urgent: true, What: "the newest row comes first",
			Why: c.Name + " falls from row to row: time runs backwards", Gives: "the rows are reversed",
			Changes: []Change{{"clock", value, false}},
		}}
	}
	return nil
}

// falls reports whether the times of a column decrease: as numbers, or as
// texts, of which the first ones are compared.
func falls(c *survey.Column) bool {
	if c.Texts == 0 {
		return c.Falls > 1 && c.Falls >= 9*c.Rises
	}
	previous, down, up := math.NaN(), 0, 0
	for _, v := range c.Values[:min(len(c.Values), 200)] {
		at, form := lex.ParseTime([]byte(v.Text), false)
		switch {
		case form == lex.NoTime:
		case at < previous:
			down++
		case at > previous:
			up++
		}
		previous = at
	}
	return down > 1 && down >= 9*up
}

// isClock reports whether a column counts time, either over all rows or within each run
// of another column.
func (s *Situation) isClock(c *survey.Column) bool {
	return isClock(c) || s.restartColumn(c) != nil && (oneStep(c) || namedTime(c.Name))
}

// restartColumn returns the column of integers in each of whose runs c restarts, as the
// cycle number does for each engine; nil for none, and for short runs. Calendar counts,
// such as months of a year, and rows in the order of another clock do not qualify.
func (s *Situation) restartColumn(c *survey.Column) *survey.Column {
	counts := c.Texts+c.Missing == 0 && c.Falls > 0 && c.Rises == c.Numbers-1-c.Falls && c.Numbers >= leastRows*(c.Falls+1)
	if !counts || calendar(c) || len(c.FallRows) < c.Falls || slices.ContainsFunc(s.Survey.Columns, func(c *survey.Column) bool { return c.Use == survey.Time || isClock(c) && c.Falls == 0 }) {
		return nil
	}
	var again *survey.Column
	for _, of := range s.Survey.Columns {
		if of.Use != survey.Open || !of.Whole || of.Texts+of.Missing > 0 || of.Many || len(of.Runs) < 2 || hasNameWord(of, labelWords) {
			continue
		}
		if s.timeMajor(of, c) || s.undecided(of, c) {
			continue
		}
		switch same := slices.EqualFunc(of.Runs[1:], c.FallRows, func(r survey.Run, row int) bool { return r.Start == row }); {
		case same && of.Contiguous():
			return of
		case same && again == nil:
			again = of
		}
	}
	return again
}

// cutting proposes to start a segment at each change of a column whose values recur. The groups are
// the first column that is constant within these runs.
func (s *Situation) cutting(of *survey.Column) []Proposal {
	if s.Options.CutBy != "" {
		return nil
	}
	p := Proposal{
		ID: "pieces " + of.Name, Urgent: true, What: fmt.Sprintf("%s seems to start a new segment where it changes: %s restarts in each of its runs", of.Name, s.counting(of.Name).Name),
		Why:     fmt.Sprintf("%s: %d values in %d runs of rows", of.Name, len(of.Values), len(of.Runs)),
		Gives:   fmt.Sprintf("%d segments, and no difference crosses their borders", len(of.Runs)),
		Changes: []Change{{"cut-by", of.Name, false}},
	}
	starts := map[int]bool{}
	for _, r := range of.Runs {
		starts[r.Start] = true
	}
	for _, c := range s.open() {
		apart := !c.Contiguous() || len(c.Values) >= len(of.Runs) || slices.ContainsFunc(c.Runs, func(r survey.Run) bool { return !starts[r.Start] })
		if c != of && !apart && !s.has("group") {
			p.Changes = append(p.Changes, Change{"group", c.Name, false})
			p.Gives += fmt.Sprintf("; %d groups, none on both sides of a split", len(c.Values))
			break
		}
	}
	return []Proposal{p}
}

// counting returns the column that restarts in each run of another; nil for none.
func (s *Situation) counting(of string) *survey.Column {
	for _, c := range s.Survey.Columns {
		if in := s.restartColumn(c); in != nil && in.Name == of {
			return c
		}
	}
	return nil
}

// calendar reports whether whole numbers run through the quarters, months or weeks of a year, the
// days of a week, a month or a year, hours, minutes or seconds.
func calendar(c *survey.Column) bool {
	most := int(c.Max)
	return c.Whole && (c.Min == 0 || c.Min == 1) && slices.Contains([]int{3, 4, 6, 7, 11, 12, 23, 24, 30, 31, 51, 52, 53, 59, 60, 365, 366}, most)
}

// isClock reports whether numbers rise evenly throughout. They may restart, for
// another recording, only if the name marks them as times, because a month or
// an hour of the day is a counter.
func isClock(c *survey.Column) bool {
	steps := c.Rises + c.Falls
	even := oneStep(c) || c.StepSD() <= maxStepSpread*c.MeanStep()
	return c.Texts == 0 && c.Numbers >= leastRows && c.Rises >= c.Numbers-1-c.Falls && 4*c.Falls <= steps && even && (c.Falls == 0 || namedTime(c.Name))
}

// oneStep reports whether at least 99 % of the steps up equal the first.
func oneStep(c *survey.Column) bool { return 100*c.Even >= 99*c.Rises }

// maxStepSpread is the maximum relative standard deviation of even steps:
// months vary, and so do years written with three decimals.
const maxStepSpread = 0.05

// namedTime reports whether a column's name marks it as a time.
func namedTime(name string) bool {
	_, ok := format.TimeName(name)
	return ok || strings.EqualFold(name, "t")
}

// hasFewValues reports whether a column has integers or texts that are as few
// and as recurrent as labels.
func hasFewValues(c *survey.Column) bool {
	return !c.Many && len(c.Values) > 1 && len(c.Values) <= mostClasses && 4*len(c.Values) <= c.Numbers+c.Texts && c.Whole
}

// labels proposes a column as the label: one with the name of a label, the only
// one of 0 and 1, or one of text that recurs in other rows.
func labels(s *Situation) []Proposal {
	if s.has("label") || s.Options.Label != "" || s.Options.Target != "" || s.Report != nil && len(s.Report.Classes) > 0 {
		return nil
	}
	c, others := labelOf(s.unlisted())
	if c == nil {
		return nil
	}
	why := fmt.Sprintf("only %s", someValues(c))
	if c.Textual() {
		why = "text: " + someValues(c)
	}
	if others > 0 {
		why += ", the fewest of " + message.Counted(others+1, "column") + " of text"
	}
	return []Proposal{{
		ID: "label " + c.Name, Urgent: true, What: c.Name + " looks like a label",
		Why:     why + ". As an input it would reveal the answer",
		Gives:   fmt.Sprintf("%s; readouts join the sweep, and their accuracy is measured", message.Counted(len(c.Values), "class")),
		Changes: []Change{{"label", c.Name, false}},
	}}
}

// noneLabels proposes to treat a class named none as a missing label.
func noneLabels(s *Situation) []Proposal {
	if s.Report == nil {
		return nil
	}
	var all []Proposal
	for _, c := range s.Report.Classes {
		if len(s.Report.Classes) > 1 && datasets.NoneLabel(c.Name) {
			all = append(all, Proposal{
				ID: "label none", What: fmt.Sprintf("%s is a class of %s", c.Name, message.Counted(c.Count, "sample")),
				Why:     "the word may mean that a row has no label, or name a class such as rest",
				Gives:   "such samples have no label: readouts are neither trained nor tested on them",
				Changes: []Change{{"missing-value", c.Name, true}},
			})
		}
	}
	return all
}

// labelOf returns the likeliest label among columns, nil for none, and the
// number of other text columns that qualify.
func labelOf(columns []*survey.Column) (label *survey.Column, others int) {
	var binary, text []*survey.Column
	for _, c := range columns {
		if !hasFewValues(c) || isClock(c) || isSides(c) {
			continue
		}
		switch {
		case hasNameWord(c, groupWords), hasNameWord(c, segmentWords):
		case hasNameWord(c, labelWords):
			return c, 0
		case c.Binary():
			binary = append(binary, c)
		case c.Textual() && !c.Contiguous() && !quantities(c):
			text = append(text, c)
		}
	}
	switch {
	case len(text) > 0:
		return slices.MinFunc(text, func(a, b *survey.Column) int { return len(a.Values) - len(b.Values) }), len(text) - 1
	case len(binary) == 1 && len(columns) > 2:
		return binary[0], 0
	}
	return nil, 0
}

// quantities reports whether all texts of a column are numbers with a unit,
// such as 12% or 3 ms, which do not name classes. Codes such as 3a may.
func quantities(c *survey.Column) bool {
	return !slices.ContainsFunc(c.Values, func(v survey.Value) bool {
		return lex.Alone(v.Text) == "" || !strings.ContainsAny(v.Text, " $€£¥%‰°±<>(")
	})
}

// someValues returns up to four of a column's values in words.
func someValues(c *survey.Column) string {
	var texts []string
	for _, v := range c.Values[:min(len(c.Values), 4)] {
		texts = append(texts, message.Shorten(v.Text, 20))
	}
	slices.Sort(texts)
	if more := len(c.Values) - len(texts); more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(texts, ", "), more)
	}
	return withAnd(texts)
}

// withAnd returns texts as a list with "and" before the last.
func withAnd(texts []string) string {
	if len(texts) > 1 {
		return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1]
	}
	return strings.Join(texts, "")
}

// pieces proposes columns that divide the rows into segments, and these into
// groups.
func pieces(s *Situation) []Proposal {
	var segment, group *survey.Column
	for _, c := range s.open() {
		if of := s.restartColumn(c); of != nil && s.role(of.Name) == "" {
			if !of.Contiguous() {
				return s.cutting(of)
			}
			segment, group = of, of
		}
	}
	if p := s.panel(); p != nil {
		return p.proposal(s)
	}
	if k := s.keys(); k != nil && segment == nil {
		return k.proposal(s)
	}
	label, _ := labelOf(s.open())
	for _, c := range s.open() {
		if s.isClock(c) || c == label || isSides(c) || c.Many || len(c.Values) < 2 || 2*len(c.Values) > c.Numbers+c.Texts {
			continue
		}
		cuts := c.Contiguous() && !s.isMoment(c) && (c.Textual() || hasNameWord(c, segmentWords) || hasNameWord(c, groupWords))
		switch {
		case hasNameWord(c, groupWords) && (c.Textual() || c.Whole) && group == nil && 2*len(c.Runs) <= c.Numbers+c.Texts:
			group = c
		case cuts && !hasNameWord(c, labelWords) && (segment == nil || c.Inside(segment) && len(c.Values) > len(segment.Values)):
			if segment != nil && group == nil && segment.Textual() {
				group = segment
			}
			segment = c
		case cuts && segment != nil && group == nil && segment.Inside(c) && len(c.Values) < len(segment.Values) && !hasNameWord(c, labelWords):
			group = c
		}
	}
	if segment != nil && group == nil {
		group = groupOf(segment, label, s.open())
	}
	if s.has("segment") || segment != nil && group != nil && !segment.Inside(group) {
		segment = nil
	}
	if s.has("group") {
		group = nil
	}
	return s.joined(segment, group)
}

// groupOf returns the first text column that joins segments and is not the
// label; nil for none.
func groupOf(segment, label *survey.Column, columns []*survey.Column) *survey.Column {
	for _, c := range columns {
		if c != segment && c != label && !isSides(c) && c.Textual() && !c.Many && len(c.Values) > 1 && len(c.Values) < len(segment.Values) && segment.Inside(c) {
			return c
		}
	}
	return nil
}

// joined returns one proposal for segments and groups.
func (s *Situation) joined(segment, group *survey.Column) []Proposal {
	p := Proposal{Urgent: true}
	var columns, gives []string
	if segment != nil {
		columns = append(columns, segment.Name)
		p.Why = fmt.Sprintf("%s: %d values, each in one run of rows", segment.Name, len(segment.Values))
		p.Changes = append(p.Changes, Change{"segment", segment.Name, false})
		gives = append(gives, fmt.Sprintf("%d segments, and no difference crosses their borders", len(segment.Values)))
	}
	if group != nil {
		if group != segment {
			columns = append(columns, group.Name)
			if p.Why != "" {
				p.Why += "; "
			}
			p.Why += fmt.Sprintf("%s: %s", group.Name, someValues(group))
		}
		p.Changes = append(p.Changes, Change{"group", group.Name, false})
		gives = append(gives, fmt.Sprintf("%d groups, none on both sides of a split", len(group.Values)))
	}
	if columns == nil {
		return nil
	}
	p.ID = "pieces " + strings.Join(columns, " ")
	p.What = strings.Join(columns, " and ") + map[bool]string{true: " cuts", false: " cut"}[len(columns) == 1] + " the rows"
	if c := s.counting(columns[0]); c != nil {
		p.What += fmt.Sprintf(", probably: %s restarts in each of its runs", c.Name)
	}
	p.Gives = strings.Join(gives, "; ")
	return []Proposal{p}
}

// targets proposes a numeric column as the target, by its name.
func targets(s *Situation) []Proposal {
	if s.Options.Target != "" || s.Report != nil && s.Report.Target != nil {
		return nil
	}
	for _, c := range s.open() {
		if hasNameWord(c, targetWords) && !c.Textual() && !c.Constant() && !c.Binary() {
			return []Proposal{{
				ID: "target " + c.Name, Urgent: true, What: c.Name + " looks like the target",
				Why: "its name suggests it. As an input it would reveal the answer", Gives: "a regression joins the sweep",
				Changes: []Change{{"target", c.Name, false}},
			}}
		}
	}
	return nil
}

// weights proposes a column as sample weights, by its name.
func weights(s *Situation) []Proposal {
	if s.Options.Importance != "" {
		return nil
	}
	for _, c := range s.open() {
		if slices.Contains(append(weightWords, "sample_weight"), strings.ToLower(c.Name)) && !c.Textual() && c.Min >= 0 && c.Numbers > 0 && strings.ToLower(c.Name) != "weight" {
			return []Proposal{{
				ID: "weight " + c.Name, What: c.Name + " looks like the weight of samples",
				Why: "its name suggests it, and no number is below 0", Gives: "samples are weighted by it",
				Changes: []Change{{"importance", c.Name, false}},
			}}
		}
	}
	return nil
}

// texts proposes to drop text columns without another use, because they cannot
// be inputs.
func texts(s *Situation) []Proposal {
	taken := map[string]bool{}
	for _, p := range slices.Concat(sides(s), labels(s), pieces(s)) {
		for _, c := range p.Changes {
			taken[c.Value] = true
		}
	}
	if empty := s.emptyColumns(); len(empty) > 1 {
		for _, c := range empty {
			taken[c.Name] = true
		}
	}
	var names []string
	var changes []Change
	for _, c := range s.open() {
		if c.Textual() && !taken[c.Name] {
			names = append(names, c.Name)
			changes = append(changes, Change{"drop", c.Name, true})
		}
	}
	if names == nil || len(s.inputs()) == 0 { // no input would be left
		return nil
	}
	return []Proposal{{
		ID: "text " + strings.Join(names, " "), Urgent: true, What: message.List(names) + map[bool]string{true: " is text", false: " are text"}[len(names) == 1],
		Why: "an input is a number, and the data cannot be opened with them", Gives: message.Counted(len(names), "column") + " left out",
		Changes: changes,
	}}
}
