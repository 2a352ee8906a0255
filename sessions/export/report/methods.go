package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/papers"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
)

// methods returns the statements of a methods section: everything that the
// numbers depend on, and how the choice was made.
func methods(s *sessions.Session, rows []choose.Row, c *choose.Choice) []string {
	points := s.Points()
	if len(points) == 0 {
		return []string{"nothing is planned"}
	}
	p := points[0]
	if c.Best >= 0 {
		p = rows[c.Best].Config
	}
	h := s.Header
	d := h.Data
	out := []string{
		fmt.Sprintf("Data: %s, %s of %s in %s, SHA-256 %s, read with %s.", d.Name, message.Counted(d.N, "sample"), message.Counted(d.D, "input"),
			message.Counted(d.Segments, "segment"), d.Hash, cmp.Or(readWith(s), "no flags")),
		preparedText(p),
		dividedText(p),
		choiceMethod(rows, c),
	}
	if c.Best >= 0 {
		out = append(out, "The chosen point: "+pointText(p)+"."+classOrderText(rows[c.Best]))
	}
	if len(s.Plans()) > 1 {
		out = append(out, "Points were added to the sweep after its first results; the same validation parts choose among all of them, which makes their scores optimistic.")
	}
	out = append(out,
		"Test parts: no fit and no choice used them. They were measured for every point; using them to choose or to plan further points invalidates the test.",
		fmt.Sprintf("Software: sfatui, engine %s, arithmetic %s, %s, seed %d.", h.Engine, h.KernelPath, h.Go, p.Seed))
	for i := range out {
		out[i] = message.Clean(out[i])
	}
	return out
}

// readWith returns the flags by which the data was read, without its files.
func readWith(s *sessions.Session) string {
	var words []string
	for _, f := range sessions.DataFlags(s.Header.Data.Options) {
		words = append(words, strings.TrimSpace("--"+f.Name+" "+f.Value))
	}
	return strings.Join(words, " ")
}

// preparedText returns the preparation that is fitted to the inputs.
func preparedText(p part.Point) string {
	var clauses []string
	for _, a := range part.Settings() {
		if a.Shared == part.Preparing && a.Method != nil {
			clauses = append(clauses, a.Method(a.Of(&p)))
		}
	}
	clauses = slices.DeleteFunc(clauses, func(c string) bool { return c == "" })
	return "Preparation: " + strings.Join(clauses, "; ") + "."
}

// dividedText returns how the samples were divided.
func dividedText(p part.Point) string {
	text := "Division: " + message.Counted(p.Folds, "fold")
	if p.Repeats > 0 {
		text = fmt.Sprintf("Division: %s with a share of %.3g for training", message.Counted(p.Repeats, "random split"), p.TrainFraction.X)
	}
	if p.By != "" {
		text += " of whole " + p.By + "s"
	} else {
		text += " of whole groups if there are two or more, else of segments, else of blocks of consecutive samples"
	}
	if p.Gap > 0 {
		text += fmt.Sprintf(", %s left out between parts", message.Counted(p.Gap, "sample"))
	}
	return text + "."
}

// choiceMethod returns the criterion of the best point, with the score and its
// error.
func choiceMethod(rows []choose.Row, c *choose.Choice) string {
	if c.Best < 0 {
		return "Choice: none was made, because there are no validation scores to choose by."
	}
	score := c.By.Score(&rows[c.Best])
	over := message.Counted(len(score.Parts), "validation part") + " of the training parts, on models fitted without them"
	if c.By.On() == "training" {
		over = message.Counted(len(score.Parts), "fit") + " to the training parts without a validation part, chosen on the rows that were fitted"
	}
	text := fmt.Sprintf("Choice: of %s the one with the best %s, %s over %s", message.Counted(len(rows), "point"), c.By.Name(), score, over)
	if !math.IsNaN(c.Low) && c.Low != c.High {
		text += fmt.Sprintf("; the 90 %% prediction interval for one more validation part is %.3g to %.3g", c.Low, c.High)
	}
	if n := len(c.AsGood); n > 0 {
		text += fmt.Sprintf("; %s not distinguishable from best at the 5 %% level", message.Counted(n, "further point"))
	}
	return text + "."
}

// pointText returns all parameters of a point.
func pointText(p part.Point) string {
	var words []string
	for _, a := range part.Axes() {
		if v := a.Stated(&p); v != "" {
			words = append(words, cmp.Or(a.Symbol, a.Name)+" "+v)
		}
	}
	return strings.Join(words, ", ")
}

// classOrderText returns a sentence with the order of the classes of the row's
// graph, after a space; "" if the graph does not sort classes.
func classOrderText(row choose.Row) string {
	for _, r := range row.Results {
		if r.Graph != nil && r.Graph.ClassOrder != "" {
			return fmt.Sprintf(" Its graph sorts the classes in the order %s.", r.Graph.ClassOrder)
		}
	}
	return ""
}

// references returns the BibTeX entries of the papers that the sweep is based
// on.
func references(s *sessions.Session) string {
	var entries []string
	for _, r := range papers.References(s.Points()) {
		entries = append(entries, r.BibTeX())
	}
	return strings.Join(entries, "\n\n")
}
