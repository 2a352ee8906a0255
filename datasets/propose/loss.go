package propose

import (
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/prepare"
	"example.com/sfatui/datasets/survey"
)

// mostLost is the share of rows that may be lost when all proposals are
// accepted at once.
const mostLost = 0.1

// Loss counts what a way of reading loses of the data.
type Loss struct {
	Kept, Rows int      // rows that are samples, and all rows of the files
	Labels     []string // labels without any remaining sample
}

// LossOf compares the samples with the rows of the files. Of windows it counts the rows that they
// span. If rows are no samples for another reason, it compares only labels.
func LossOf(s *survey.Survey, o datasets.Options, set *data.Set) Loss {
	l := Loss{Kept: s.Rows, Rows: s.Rows}
	chosen := o.Limit > 0 || o.Where != ""
	embedded := o.Embed != "" && o.Embed != "none"
	switch others := set.Series || chosen || o.Transpose || o.STFT != "" || o.Resample != ""; {
	case !others && embedded && !s.More:
		l.Kept = min(spanned(set, o.Embed), l.Rows)
	case !others && !embedded:
		n, _ := set.X.Dims()
		if s.More { // the survey ends before the files do
			l.Rows = max(l.Rows, n+leftOut(o, set))
		}
		l.Kept = min(n, l.Rows)
	}
	if label := s.Named(o.Label); label != nil && !label.Many && !chosen {
		for _, v := range label.Values {
			if !datasets.MissingLabel(v.Text) && !slices.ContainsFunc(set.Classes, func(class string) bool { return sameLabel(class, v.Text) }) {
				l.Labels = append(l.Labels, v.Text)
			}
		}
	}
	return l
}

// spanned returns the number of rows that the windows of a set span.
func spanned(set *data.Set, embed string) int {
	e, err := prepare.ParseEmbedding(embed)
	if err != nil {
		return 0
	}
	rows := 0
	for _, seg := range set.Segments {
		if seg.Len() > 0 {
			rows += (seg.Len()-1)*e.Step() + e.Span()
		}
	}
	return rows
}

// leftOut returns the number of rows that are no samples because a number is missing in them.
func leftOut(o datasets.Options, set *data.Set) int {
	if strings.HasPrefix(o.Missing, "interpolate") {
		return set.Found.Unfilled
	}
	return set.Found.Missing
}

// sameLabel reports whether two texts are the same label, ignoring case or as
// numbers.
func sameLabel(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, other := strconv.ParseFloat(b, 64)
	return strings.EqualFold(a, b) || err == nil && other == nil && x == y
}

// TooMuch reports whether the loss is so large that a person must decide.
func (l Loss) TooMuch() bool {
	return float64(l.Kept) < (1-mostLost)*float64(l.Rows) || len(l.Labels) > 0
}

// LeavesRows reports whether a proposal may lose rows.
func (p Proposal) LeavesRows() bool {
	return slices.ContainsFunc(p.Changes, func(c Change) bool {
		return slices.Contains([]string{"missing", "missing-value", "differing", "embed"}, c.Flag)
	})
}
