package point

import (
	"strconv"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// textTab is a tab of scrolled text.
type textTab struct {
	name     page.Name
	tab      page.Tab
	long     clean.Text
	allFolds bool // the text covers all folds
	text     func(sc *page.Scene, r *choose.Row, w int) []clean.Text
}

// Tabs returns the text tabs other than the summary.
func Tabs() []page.Page {
	return []page.Page{
		&textTab{"parts", page.Tab{Place: 4, Key: "P", Title: "parts"}, "show the parameters of the point under the cursor, with their meanings, and its supports", false, partsText},
		&textTab{"folds", page.Tab{Place: 9, Key: "H", Title: "folds"}, "show the measures of the point under the cursor in each held-out fold", true, foldsText},
		&textTab{page.Model, page.Tab{Place: 10, Key: "M", Title: "model"}, "show what a saved model of the point under the cursor contains; there ctrl+s saves it", false, modelText},
	}
}

// Name returns the page's name.
func (t *textTab) Name() page.Name { return t.name }

// Tab returns the page's tab.
func (t *textTab) Tab() page.Tab { return t.tab }

// Opens returns the action that opens the page.
func (t *textTab) Opens() page.Action {
	return page.Action{ID: string(t.name), Group: "Views", Who: page.Anyone, Keys: []string{t.tab.Key}, Short: t.tab.Title, Long: t.long, Modes: page.AnyMode, Off: page.NoRows}
}

// Actions returns the action that changes the fold, none for a tab of all folds.
func (t *textTab) Actions() []page.Action {
	if t.allFolds {
		return nil
	}
	return []page.Action{page.TurnFold}
}

// View draws the text.
func (t *textTab) View(sc *page.Scene, size layout.Size) []clean.Text {
	r := sc.Table.Row(&sc.Sweep)
	if r == nil {
		return tabText(sc, []clean.Text{sc.Style.Paint(chart.Faint, "no point is finished yet")}, size)
	}
	return tabText(sc, t.text(sc, r, size.W-2), size)
}

// partsText returns the parameters of the point with their meanings, the weights of a sparse
// readout, and the supports.
func partsText(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	var lines []clean.Text
	const nameW = 20
	valueW := valueWidth(r, w)
	for _, d := range sweepview.Parameters() {
		if d.Usual(r.Config) {
			continue
		}
		line := sc.Style.Paint(chart.Faint, layout.Pad(clean.Of(d.Name), nameW)) + layout.Pad(shortValue(d.Label(r.Config)), valueW-1) + " "
		meaning := clean.Text("")
		if a, ok := part.AxisNamed(d.Name); ok && parameterMeaning(a.Doc) != d.Label(r.Config) {
			meaning = parameterMeaning(a.Doc)
		} else if s := sweep.SettingNamed(d.Name); !ok && s != nil {
			meaning = parameterMeaning(s.Doc)
		}
		for _, part := range layout.Wrap(meaning, max(w-nameW-valueW-1, 10)) {
			lines = append(lines, layout.Cut(line+sc.Style.Paint(chart.Faint, part), w))
			line = layout.Blanks(nameW + valueW)
		}
	}
	if !r.Measured() {
		return lines
	}
	lines = append(lines, inputWeights(sc, r, w)...)
	if res := sc.Result(r); len(res.Picks) > 0 {
		lines = append(lines, "", layout.Heading(sc.Style, "supports")+sc.Style.Paint(chart.Faint, "  "+page.FoldWord(res)))
		lines = append(lines, layout.Entry(sc.Style, "chosen first", "rows "+rowsOf(res.Picks, len(res.Picks)), w)...)
	}
	return lines
}

// valueWidth returns the width of the column of a row's values, with a gap: on a narrow screen
// that of the longest.
func valueWidth(r *choose.Row, w int) int {
	const usual = 22
	if w >= 80 {
		return usual
	}
	longest := 0
	for _, d := range sweepview.Parameters() {
		if !d.Usual(r.Config) {
			longest = max(longest, layout.Width(shortValue(d.Label(r.Config))))
		}
	}
	return min(longest+2, usual)
}

// shortValue rounds long numbers to four digits.
func shortValue(label clean.Text) clean.Text {
	if x, err := strconv.ParseFloat(string(label), 64); err == nil && len(label) > 8 {
		return clean.Sprintf("%.4g", x)
	}
	return label
}

// parameterMeaning returns a parameter's documentation without the notation of its values.
func parameterMeaning(doc string) clean.Text {
	doc, _, _ = strings.Cut(doc, ";")
	doc, _, _ = strings.Cut(doc, ": ")
	doc, _, _ = strings.Cut(doc, ", or ")
	return clean.Of(doc)
}

// inputWeights returns the weights of a readout that selects inputs.
func inputWeights(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	all := r.SelectedInputs()
	if len(all) == 0 {
		return nil
	}
	lines := []clean.Text{"", layout.Heading(sc.Style, "inputs with a weight") +
		sc.Style.Paint(chart.Faint, "  positive: large inputs favour the class; negative: large inputs oppose it")}
	for _, d := range all {
		text := clean.Written("%+.4g", float64(d.Weight))
		if d.Class != "" {
			text += "  for " + clean.Of(d.Class)
		}
		if n := len(r.Results) - r.Failed; n > 1 {
			text += sc.Style.Paint(chart.Faint, clean.Sprintf("  chosen in %d of %s, mean weight", d.Folds, clean.Counted(n, "fold")))
		}
		lines = append(lines, layout.Entry(sc.Style, clean.Of(d.Input), text, w)...)
	}
	return lines
}

// foldsText returns the facts of all folds.
func foldsText(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	var lines []clean.Text
	for i, res := range r.Results {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, foldText(sc, res, w)...)
	}
	if lines == nil {
		lines = []clean.Text{sc.Style.Paint(chart.Faint, "no fold is finished yet")}
	}
	return lines
}

// modelText returns the contents of a saved model of the point and how to write one.
func modelText(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	var lines []clean.Text
	add := func(name, value clean.Text) { lines = append(lines, layout.Entry(sc.Style, name, value, w)...) }
	add("point", sc.ChoiceOf(r.Config))
	if !r.Measured() {
		add("", "a point without a result has no model")
		return lines
	}
	res := sc.Result(r)
	add("of", page.FoldWord(res))
	_, facts := sc.DataFacts()
	add("inputs", facts)
	add("supports", clean.Counted(res.Supports, "sample")+" of the functions")
	add("features", clean.Counted(res.Features, "feature")+clean.Sprintf(", rank %d", res.Rank))
	if len(res.Key) >= 8 {
		add("key", clean.Of(res.Key))
	}
	if sc.Session != nil {
		add("computed by", "engine "+clean.Of(sc.Session.Header.Engine)+", "+clean.Of(sc.Session.Header.KernelPath)+clean.Sprintf(", seed %d", r.Config.Seed))
	}
	add("write it", "ctrl+s saves it as .npz for sfatui transform, which applies it to new data, or as .onnx for other programs; y copies the command that recomputes the point")
	return lines
}
