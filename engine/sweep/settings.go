package sweep

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
)

// Setting is a setting of a sweep: a value that all of its points share and that belongs to no
// part. Flags, files, the editor, the palette, help, reports and command lines read [Settings]
// and name no single setting.
//
// To add one that points have: declare it with [part.NewNumber], [part.NewCount],
// [part.NewWord] or [part.NewSwitch] and [part.Axis.Shared], beside the code that reads it. To
// add one that only the sweep has: add a field to [Spec] and a line to fields.
type Setting struct {
	// Name is the flag's name, Symbol the papers' symbol, Doc a one-line description.
	Name, Symbol, Doc string
	// Help is appended to Doc in the help of the flag.
	Help string
	// Default is the command line's default; Zero is the text of a zero value if that is not
	// the default; "" for none.
	Default, Zero string
	// Switch is whether the setting is on or off, Words whether its values are words.
	Switch, Words bool
	// Data is whether the setting prepares or divides data, so that a description of data may
	// contain it.
	Data bool
	// Axis is the declaration of a setting of points; nil for a field of the sweep.
	Axis *part.Axis

	choices func() []string
	read    func(text string) (string, error)
	get     func(*Spec) string
	set     func(*Spec, string)
	of      func(part.Point) string
	report  string
}

// Choices returns the words that may be written; nil if other texts are allowed too.
func (s *Setting) Choices() []string {
	if s.choices == nil {
		return nil
	}
	return s.choices()
}

// Get returns the text of the setting in a sweep; "" if none was written.
func (s *Setting) Get(spec *Spec) string { return s.get(spec) }

// Set parses a text into a sweep; "" stands for the default. The error is a [*part.SpecError],
// the same wherever the text was written.
func (s *Setting) Set(spec *Spec, text string) error {
	text = strings.TrimSpace(text)
	if text != "" {
		var err error
		if text, err = s.read(text); err != nil {
			return err
		}
	}
	s.set(spec, text)
	return nil
}

// Of returns the value of a point, for settings of [InPoints]; "" if the point has none.
func (s *Setting) Of(p part.Point) string { return s.of(p) }

// ReportName returns the name of the setting in reports.
func (s *Setting) ReportName() string { return cmp.Or(s.report, s.Name) }

// InReport returns the value of a point in reports; "" for none.
func (s *Setting) InReport(p part.Point) string {
	if s.Axis != nil {
		return s.Axis.InReport(cmp.Or(s.of(p), s.Axis.Default))
	}
	return s.of(p)
}

// Short returns the value of a point in a column of a table; "" for none.
func (s *Setting) Short(p part.Point) string {
	if s.Axis != nil && s.Axis.Words != [2]string{} {
		if s.of(p) == "on" {
			return s.Axis.Words[1]
		}
		return s.Axis.Words[0]
	}
	return s.of(p)
}

// InPoints returns the settings that points have, in the order of [Settings]. Callers must not
// modify them.
func InPoints() []*Setting { return inPoints() }

var inPoints = sync.OnceValue(func() []*Setting {
	return slices.DeleteFunc(slices.Clone(Settings()), func(s *Setting) bool { return s.of == nil })
})

// Settings returns all settings in the order of command lines, the editor, tables and reports:
// those of the division, those that prepare inputs, the objective, those of measures,
// and those of the sweep alone. Callers must not modify them.
func Settings() []*Setting { return settings() }

var settings = sync.OnceValue(func() []*Setting {
	var out []*Setting
	for i := range fields {
		switch fields[i].Name {
		case "objective":
			out = append(append(out, declared(part.Preparing)...), &fields[i])
			out = append(out, declared(part.Measuring)...)
		default:
			out = append(out, &fields[i])
		}
	}
	return out
})

// declared returns the settings of a role that other packages declared.
func declared(role part.Role) (out []*Setting) {
	for _, a := range part.Settings() {
		if a.Shared == role {
			out = append(out, declaredBy(a))
		}
	}
	return out
}

// SettingNamed returns the setting with a name; nil if there is none.
func SettingNamed(name string) *Setting {
	for _, s := range Settings() {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Prepares reports whether the setting prepares inputs.
func (s *Setting) Prepares() bool { return s.Axis != nil && s.Axis.Shared == part.Preparing }

// declaredBy returns the setting declared by a.
func declaredBy(a *part.Axis) *Setting {
	return &Setting{
		Name: a.Name, Symbol: a.Symbol, Doc: a.Doc, Switch: a.Switch(), Words: !a.Switch() && !a.Numeric(), Data: a.Shared == part.Preparing, Axis: a, report: a.Report,
		choices: func() []string {
			if a.Switch() {
				return onOff
			}
			return a.Choices
		},
		read: a.ReadSetting,
		get:  func(s *Spec) string { return s.texts.Of(a) },
		set:  func(s *Spec, text string) { s.texts.Set(a, text) },
		of:   func(p part.Point) string { return a.Of(&p) },
	}
}

// fields holds the settings that are fields of a Spec.
var fields = []Setting{
	newCount("folds", "number of folds: each group (or segment, or block) is tested in one (default 3 with groups)", true,
		func(s *Spec) *int { return &s.Split.Folds }, func(p part.Point) int { return p.Folds }, "folds"),
	newCount("repeats", "number of random splits to use instead of folds", true,
		func(s *Spec) *int { return &s.Split.Repeats }, func(p part.Point) int { return p.Repeats }, "random splits").afterSet(fillTrainFraction),
	newShare("train-fraction", "share of the data to train on in a random split", split.DefaultTrainFraction,
		func(s *Spec) *float64 { return &s.Split.TrainFraction }, func(p part.Point) part.Value { return p.TrainFraction }, "train fraction"),
	newCount("gap", "number of samples to leave out on both sides of a test or validation block, in addition to those whose windows overlap", true,
		func(s *Spec) *int { return &s.Split.Gap }, func(p part.Point) int { return p.Gap }, "samples between parts").atLeast(0),
	newChoice("split-by", "unit that a split never divides: group, segment or block of consecutive samples (default: the first of these of which the data have two)", split.Ways,
		func(s *Spec) *string { return &s.Split.By }, func(p part.Point) string { return p.By }, "dealt out whole"),
	newSwitch("leave-one-out", "use one fold for each group (or segment), which is its test part", func(s *Spec) *bool { return &s.Split.LeaveOneOut }),
	newShare("validation", "share of each training part to set aside for choosing the best point; 0: none; for a single series it requires --inner last", split.DefaultValidation,
		func(s *Spec) *float64 { return &s.Split.Validation }, func(p part.Point) part.Value { return p.Validation }, "validation part").allowZero(),
	{
		Name: "seed", Doc: "seed of splits and random subsets", Default: "1", Data: true, read: readSeed,
		get: func(s *Spec) string {
			if s.Split.Seed == 0 {
				return ""
			}
			return strconv.FormatUint(s.Split.Seed, 10)
		},
		set: func(s *Spec, text string) { s.Split.Seed, _ = strconv.ParseUint(text, 10, 64) }, // readSeed has checked it
		of:  func(p part.Point) string { return strconv.FormatUint(p.Seed, 10) },
	},
	newInnerSplits(),
	newChoice("objective", "measure to optimise on validation", measure.Objectives,
		func(s *Spec) *string { return &s.Objective }, nil, "").withHelp(": " + measure.ToldObjectives()),
	newCount("draws", "number of random draws of each point (of subsets, pairs, projections), which are averaged", false,
		func(s *Spec) *int { return &s.Draws }, nil, "").withDefault("1").atMost(1000),
	newChoice("search", "search the grid instead of computing all of it, guided by validation scores: ei (largest expected improvement; see sfatui help advice)",
		func() []string { return []string{"ei"} }, func(s *Spec) *string { return &s.Search.By }, nil, "").outsideData(),
	newCount("search-points", "maximum number of configurations that a search computes (default 40)", false, func(s *Spec) *int { return &s.Search.Points }, nil, ""),
	newCount("search-start", "number of initial configurations of a search, spread over the grid (default 4)", false, func(s *Spec) *int { return &s.Search.Start }, nil, ""),
}

// newCount returns a setting that is a whole number of at least 1.
func newCount(name, doc string, data bool, at func(*Spec) *int, of func(part.Point) int, report string) Setting {
	s := Setting{
		Name: name, Doc: doc, Data: data, report: report,
		read: func(text string) (string, error) { return readCount(name, text, 1, math.MaxInt32) },
		get:  func(s *Spec) string { return unlessZero(*at(s)) },
		set:  func(s *Spec, text string) { *at(s), _ = strconv.Atoi(text) },
	}
	if of != nil {
		s.of = func(p part.Point) string { return unlessZero(of(p)) }
	}
	return s
}

// atLeast returns the setting with another least number.
func (s Setting) atLeast(least int) Setting {
	s.read = func(text string) (string, error) { return readCount(s.Name, text, least, math.MaxInt32) }
	return s
}

// atMost returns the setting with a largest number.
func (s Setting) atMost(most int) Setting {
	s.read = func(text string) (string, error) { return readCount(s.Name, text, 1, most) }
	return s
}

// withDefault returns the setting with a default on the command line.
func (s Setting) withDefault(text string) Setting {
	s.Default = text
	return s
}

// allowZero returns the setting with zero allowed, and written as 0 because it is not the
// default.
func (s Setting) allowZero() Setting {
	s.Zero = "0"
	s.read = func(text string) (string, error) {
		if x, err := strconv.ParseFloat(text, 64); err == nil && x == 0 {
			return "", nil
		}
		return readShare(s.Name, text)
	}
	return s
}

// withHelp returns the setting with a text appended in the help of its flag.
func (s Setting) withHelp(help string) Setting {
	s.Help = help
	return s
}

// outsideData returns the setting excluded from descriptions of data.
func (s Setting) outsideData() Setting {
	s.Data = false
	return s
}

// afterSet returns the setting with a change of the sweep that follows each Set.
func (s Setting) afterSet(change func(*Spec)) Setting {
	set := s.set
	s.set = func(spec *Spec, text string) {
		set(spec, text)
		change(spec)
	}
	return s
}

// fillTrainFraction sets the default share of random splits if there are random splits and none
// is set, and clears it if there are no random splits.
func fillTrainFraction(s *Spec) {
	switch at := &s.Split.TrainFraction; {
	case s.Split.Repeats == 0:
		*at = 0
	case *at == 0:
		*at = split.DefaultTrainFraction
	}
}

// newShare returns a setting that is a share between 0 and 1.
func newShare(name, doc string, usual float64, at func(*Spec) *float64, of func(part.Point) part.Value, report string) Setting {
	return Setting{
		Name: name, Doc: doc, Data: true, Default: strconv.FormatFloat(usual, 'g', -1, 64), report: report,
		read: func(text string) (string, error) { return readShare(name, text) },
		get:  func(s *Spec) string { return unlessZero(*at(s)) },
		set:  func(s *Spec, text string) { *at(s), _ = strconv.ParseFloat(text, 64) },
		of:   func(p part.Point) string { return of(p).String() },
	}
}

// newChoice returns a setting that is one of some words.
func newChoice(name, doc string, words func() []string, at func(*Spec) *string, of func(part.Point) string, report string) Setting {
	return Setting{
		Name: name, Doc: doc, Data: true, Words: true, choices: words, report: report, of: of,
		read: func(text string) (string, error) {
			if all := words(); !slices.Contains(all, text) {
				return "", message.Mistaken(part.Refusal(name, text, message.Choose(text, all)), text, all)
			}
			return text, nil
		},
		get: func(s *Spec) string { return *at(s) },
		set: func(s *Spec, text string) { *at(s) = text },
	}
}

var onOff = []string{"off", "on"}

// newSwitch returns a setting that is on or off.
func newSwitch(name, doc string, at func(*Spec) *bool) Setting {
	return Setting{
		Name: name, Doc: doc, Data: true, Switch: true, choices: func() []string { return onOff },
		read: func(text string) (string, error) { return part.ReadSwitch(name, text) },
		get: func(s *Spec) string {
			if *at(s) {
				return "on"
			}
			return ""
		},
		set: func(s *Spec, text string) { *at(s) = text == "on" },
	}
}

// newInnerSplits returns the setting of the number of inner splits.
func newInnerSplits() Setting {
	return Setting{
		Name: "inner", Default: split.DefaultInner, Data: true, Words: true, report: "inner splits",
		Doc:     "inner splits of each training part, for choosing the best point: auto (at least 8 scores per point), a number, or last (one; for a single series its last rows)",
		choices: func() []string { return []string{split.DefaultInner, "last"} },
		read: func(text string) (string, error) {
			if err := split.CheckInner(text); err != nil {
				return "", part.Refusal("inner", text, err.Error())
			}
			return text, nil
		},
		get: func(s *Spec) string { return s.Inner },
		set: func(s *Spec, text string) { s.Inner = text },
		of:  func(p part.Point) string { return unlessZero(p.Inner) },
	}
}

func unlessZero[T int | float64](x T) string {
	if x == 0 {
		return ""
	}
	return part.Num(float64(x)).String()
}

func readCount(name, text string, least, most int) (string, error) {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return "", part.Refusal(name, text, "not a whole number")
	case n < least && most == math.MaxInt32:
		return "", part.Refusal(name, text, "must be at least "+strconv.Itoa(least))
	case n < least || n > most:
		return "", part.Refusal(name, text, "must be from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return strconv.Itoa(n), nil
}

func readShare(name, text string) (string, error) {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return "", part.Refusal(name, text, "not a number")
	case !(x > 0 && x < 1):
		return "", part.Refusal(name, text, "must lie between 0 and 1")
	}
	return strconv.FormatFloat(x, 'g', -1, 64), nil
}

func readSeed(text string) (string, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return "", part.Refusal("seed", text, "not a whole number from 0")
	}
	return strconv.FormatUint(n, 10), nil
}
