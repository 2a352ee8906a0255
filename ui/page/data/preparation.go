package data

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/theme"
)

// field is one setting of the preparation pane, identified by its flag.
type field struct {
	heading clean.Text // section heading above it
	flag    string
	word    clean.Text // name in the pane
	none    clean.Text // text shown for an empty value
	choices []string   // "" is the default
	doc     clean.Text
}

// fields lists the settings in the order in which the steps are applied.
var fields = slices.Concat(readFields, preparationFields(), useFields)

// preparationFields returns the sweep settings that prepare inputs, in the order of their
// steps.
func preparationFields() []field {
	steps := slices.DeleteFunc(slices.Clone(sweep.Settings()), func(s *sweep.Setting) bool { return !s.Prepares() })
	slices.SortStableFunc(steps, func(a, b *sweep.Setting) int { return a.Axis.Step - b.Axis.Step })
	out := make([]field, len(steps))
	for i, set := range steps {
		out[i] = field{flag: set.Name, word: clean.Of(set.Name), none: "no", doc: clean.Of(set.Doc), choices: append([]string{""}, set.Axis.Examples...)}
		if set.Switch {
			out[i].choices = []string{"", "true"}
		}
	}
	out[0].heading = "fitted on the training part only"
	return out
}

var (
	// readFields and useFields precede and follow those of [preparationFields].
	readFields = []field{
		{"each segment by itself", "missing", "missing", "refuse", []string{"", "split", "interpolate:3"}, "split ends a segment at a missing value; interpolate:K fills gaps of up to K rows"},
		{"", "missing-value", "sentinels", "none", nil, "numbers and words that mark a missing value: -999,***"},
		{"", "gaps", "gaps", "split", []string{"", "split", "ignore", "refuse"}, "how to handle gaps or backward steps of the clock: split starts a new segment, ignore continues, refuse is an error"},
		{"", "log", "log", "no", []string{"", "log", "log1p", "signed"}, "logarithm of the inputs: log1p takes log(1+x), signed keeps the sign"},
		{"", "resample", "resample", "no", nil, "resample, with a filter, to a rate (100Hz) or by a factor (1/4)"},
		{"", "normalise", "normalise", "by kind", []string{"", "peak", "rms", "standard", "none"}, "scale each segment; sound is scaled to its peak unless set to none"},
		{"", "stft", "stft", "no", nil, "use spectrum frames as samples: length=512,hop=256"},
		{"", "embed", "embed", "by kind", nil, "delay embedding: l=8,epsilon=1,delta=1, or none; sound defaults to 50 ms windows"},
	}
	useFields = []field{
		{"", "front", "front", "no", nil, "stage that replaces the inputs, such as pca:20 components"},
		{"data used", "where", "where", "all", nil, "keep the segments whose fields match: rep=5..14 label=3,7"},
		{"", "limit", "limit", "all", nil, "use at most that many samples"},
		{"", "folds", "folds", "default", nil, "each group, segment or block is tested once"},
		{"how files are read", "test-data", "test data", "none", nil, "file or folder with the same inputs, used as the test part"},
		{"", "split-column", "split column", "none", nil, "column that assigns each row to train, test or validation"},
		{"", "clock", "clock", "automatic", nil, "column of times, with an optional unit or order: t, t:ms, t:reverse, t:dmy"},
		{"", "cut-by", "cut by", "none", nil, "column that identifies the segment: a new value starts a new segment"},
		{"", "transition-importance", "transitions", "none", nil, "column with the weight of the transition from each row to the next"},
		{"", "columns", "columns", "all", nil, "input columns or channels, separated by commas"},
		{"", "unit", "sample", "a row", []string{"", "segment"}, "sample unit: a row or a whole segment"},
		{"", "name", "file names", "as text", nil, "pattern that extracts fields from file names: {label}_{group}_{rep}"},
		{"", "transpose", "transpose", "no", []string{"", "true"}, "rows of tables and arrays are variables (transpose)"},
		{"", "array", "array", "automatic", nil, "name of the array of samples, if a MAT or NPZ file has several"},
		{"", "differing", "differing", "refuse", []string{"", "leave-out", "common"}, "tables whose inputs differ from most: refuse, skip them, or keep only the common inputs"},
		{"", "image-size", "image size", "theirs", nil, "width and height to scale images to: 32x24"},
	}
)

// preparation is the pane of the settings of reading and preparing data.
type preparation struct {
	found     *findings
	proposals *proposals
	changes   *changes
	focus     *focus

	at       int  // field under the cursor
	typing   bool // a field's value is typed
	input    input.Line
	inputErr error // error in the typed value
}

// View draws the fields and the explanation of the one under the cursor.
func (pr *preparation) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	focused := pr.focus.pane == preparationPane
	now := pr.found.currentSetup(sc)
	lines, at := []clean.Text(nil), 0
	for i, f := range fields {
		if f.heading != "" && h > len(fields)+4 {
			lines = append(lines, sc.Style.Paint(chart.Faint, layout.Cut(" "+f.heading, w)))
		}
		if i == pr.at {
			at = len(lines)
		}
		lines = append(lines, pr.fieldLine(sc, i, now.value(f.flag), focused, w))
	}
	if focused {
		text := fields[pr.at].doc
		if pr.typing && pr.inputErr != nil {
			text = "✗ " + clean.Of(pr.inputErr.Error())
		}
		room := max(h-1-2, 1)
		from := max(0, min(at-room/2, len(lines)-room))
		lines = lines[from:min(len(lines), from+room)]
		for _, line := range layout.Wrap(text, w-2)[:min(2, len(layout.Wrap(text, w-2)))] {
			lines = append(lines, " "+sc.Style.Paint(chart.Faint, line))
		}
	}
	return append([]clean.Text{pr.focus.header(sc, preparationPane, "preparation", "", w)}, lines...)
}

// fieldLine draws a field with its value, the proposed value or the input line.
func (pr *preparation) fieldLine(sc *page.Scene, i int, value string, focused bool, w int) clean.Text {
	f := fields[i]
	mark, name := clean.Text("  "), layout.Pad(f.word, 12)
	if focused && i == pr.at {
		mark, name = sc.Style.Paint(chart.Accent, "› "), sc.Style.Paint(theme.Strong, name)
	}
	room := max(w-15, 4)
	text := sc.Style.Paint(chart.Good, layout.Cut(clean.Of(value), room))
	switch {
	case focused && i == pr.at && pr.typing:
		text = pr.input.View(sc.Style, room)
	case value == "" && pr.proposals.proposedValue(f.flag) != "":
		text = sc.Style.Paint(chart.Faint, f.none+"  ") + sc.Style.Paint(chart.Warn, clean.Of(pr.proposals.proposedValue(f.flag))+" ?")
	case value == "":
		text = sc.Style.Paint(chart.Faint, f.none)
	case value == "true":
		text = sc.Style.Paint(chart.Good, "yes")
	}
	return layout.Cut(mark+name+" "+text, w)
}

// prepare selects the preparation pane; if it is selected, starts typing the field's value.
func (pr *preparation) prepare(sc *page.Scene) {
	if pr.focus.pane != preparationPane {
		pr.focus.pane = preparationPane
		return
	}
	pr.typing, pr.inputErr = true, nil
	pr.input = input.New(pr.found.currentSetup(sc).value(fields[pr.at].flag))
}

// typeValue handles a key while a field's value is typed.
func (pr *preparation) typeValue(sc *page.Scene, k input.Press) tea.Cmd {
	switch k.Name {
	case "esc":
		pr.typing = false
	case "enter":
		next, err := pr.withText(sc, fields[pr.at].flag, pr.input.String())
		if pr.inputErr = err; err != nil {
			return nil // it stays until it is right
		}
		pr.typing = false
		return pr.changes.change(sc, next)
	default:
		pr.input.Press(k)
		_, pr.inputErr = pr.withText(sc, fields[pr.at].flag, pr.input.String())
	}
	return nil
}

// withText returns the configuration with the field of a flag set to a text.
func (pr *preparation) withText(sc *page.Scene, flag, text string) (dataSetup, error) {
	text = strings.TrimSpace(text)
	switch inData := flag == "missing-value" || pr.found.survey != nil && pr.found.survey.Named(text) != nil; {
	case inData: // a word of the data, not of the program
	case text == "no", text == "off":
		text = ""
	case text == "yes", text == "on":
		text = "true"
	}
	next, err := pr.found.currentSetup(sc).withChange(propose.Change{Flag: flag, Value: text})
	if several := strings.Split(text, ","); (flag == "missing-value" || flag == "columns") && len(several) > 1 {
		next, err = pr.found.currentSetup(sc).withChange(propose.Change{Flag: flag})
		for _, word := range several {
			if err == nil {
				next, err = next.withChange(propose.Change{Flag: flag, Value: strings.TrimSpace(word), Adds: true})
			}
		}
	}
	if err == nil {
		err = next.options.Check()
	}
	return next, err
}

// nextChoice sets the field under the cursor to the next or previous choice.
func (pr *preparation) nextChoice(sc *page.Scene, by int) tea.Cmd {
	f := fields[pr.at]
	if f.choices == nil {
		sc.Message = "not a list of choices: press enter to type"
		return nil
	}
	next, err := pr.withText(sc, f.flag, settings.Next(f.choices, pr.found.currentSetup(sc).value(f.flag), by))
	if err != nil {
		sc.Message = clean.Of(err.Error())
		return nil
	}
	return pr.changes.change(sc, next)
}

// fieldActions returns the palette commands of the fields that are no settings of a sweep.
func (pr *preparation) fieldActions() []page.Action {
	var out []page.Action
	for i, f := range fields {
		if sweep.SettingNamed(f.flag) != nil { // they have commands already
			continue
		}
		takes := clean.Text("VALUE")
		if f.choices != nil {
			takes = clean.Join(clean.All(f.choices[1:]), "|")
		}
		out = append(out, page.Action{
			ID: f.flag, Group: "Data", Place: 1, Who: page.Owner, Takes: takes, Short: clean.Of(f.flag), Long: f.doc,
			Modes: page.Live | page.Opened, Pages: page.But(page.Palette), Off: pr.changes.offChange,
			Do: page.Doing(func(sc *page.Scene) {
				sc.Show(page.Data)
				pr.focus.pane, pr.at, pr.focus.listed = preparationPane, i, false
				pr.prepare(sc)
			}),
			Take: func(sc *page.Scene, text string) tea.Cmd {
				next, err := pr.withText(sc, f.flag, text)
				if err != nil {
					sc.Message = clean.Of(err.Error())
					return nil
				}
				sc.Show(page.Data)
				return pr.changes.change(sc, next)
			},
		})
	}
	return out
}

// offChoose returns the reason why ← and → do nothing now; "" if they act.
func (pr *preparation) offChoose(sc *page.Scene) clean.Text {
	if pr.focus.pane != preparationPane {
		return "← and → choose in the preparation: e"
	}
	return pr.changes.offChange(sc)
}

// Keys returns the commands of the fields, and the keys that change them.
func (pr *preparation) Keys() []page.Action {
	return append(pr.fieldActions(),
		onData(14, page.Action{ID: "preparation", Who: page.Owner, Keys: []string{"e"}, Short: "prepare", Long: "change the preparation: type after e or enter, choose with ← →",
			Footer: 8, Off: pr.changes.offChange, Do: page.Doing(pr.prepare)}),
		onData(15, page.Action{ID: "choose step", Who: page.Owner, Keys: []string{"left", "right"}, Short: "choose", Long: "previous or next choice for the step under the cursor", Off: pr.offChoose,
			Do: func(sc *page.Scene, key string) tea.Cmd { return pr.nextChoice(sc, page.Sideways(key)) }}))
}

// Update moves the cursor, or handles a key while a value is typed.
func (pr *preparation) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case move:
		pr.at = min(max(pr.at+int(msg), 0), len(fields)-1)
	case input.Press:
		return pr.typeValue(sc, msg)
	}
	return nil
}

// hints returns the key hints while a value is typed, or a line to show in their place.
func (pr *preparation) hints() (hints []page.Hint, instead clean.Text) {
	if pr.inputErr != nil {
		return nil, "✗ " + clean.Of(pr.inputErr.Error())
	}
	return []page.Hint{hint("enter", "use"), hint("esc", "cancel"), hint("ctrl+u", "clear")}, ""
}
