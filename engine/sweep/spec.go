package sweep

import (
	"cmp"
	"iter"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/engine/part"
)

// Spec is a sweep as the user wrote it. The texts of its axes are such as
// "0.5,1,2", "log:0.5:500:12", "lin:0:1:5", and for widths "rel:0.25:4:9"
// (multiples of the heuristic width σ₀) or "norm:2" (multiples of the mean
// norm of a sample); every combination is a point. The texts of its settings are
// one value each. An empty text means the default for the data set.
type Spec struct {
	texts part.Texts

	Split split.Options
	// Inner is the number of inner splits by which parameters are chosen: auto, last, or
	// a number, see [split.Dealt]; "" for last.
	Inner string
	// Objective is what the best point is best at, on validation: accuracy,
	// rmse or slowness.
	Objective string
	// Draws is how often what is random in a point is drawn; 0 means once.
	Draws int
	// Search says that not the whole grid is computed.
	Search Search
}

// What a search computes where nothing is said of it.
const (
	searchPoints = 40
	searchStart  = 4
)

// withDefaults fills in what was left out.
func (s Search) withDefaults() Search {
	if s.By != "" {
		s.Points = cmp.Or(s.Points, searchPoints)
		s.Start = cmp.Or(s.Start, min(searchStart, s.Points))
	}
	return s
}

// Search says how the configurations of a grid are chosen that are computed, one after the
// other by the scores of those before. The zero one computes all.
type Search struct {
	// By is ei, for the expected improvement; "" for no search.
	By string `json:"search"`
	// Points is how many configurations are computed in all, Start how many of them before
	// the search looks at scores; a configuration is a point in each fold and draw.
	Points int `json:"search_points,omitempty"`
	Start  int `json:"search_start,omitempty"`
}

// Text is what was written for an axis or a setting; "" for nothing. It panics where there
// is none of the name.
func (s Spec) Text(name string) string { return s.texts.Of(named(name)) }

// Set writes the text of an axis or a setting. It panics where there is none of the name.
func (s *Spec) Set(name, text string) { s.texts.Set(named(name), text) }

// Shared returns a point that has the settings that were written and can be, and nothing else.
func (s Spec) Shared() part.Point {
	p, _ := s.texts.Point()
	return p
}

// With is the sweep with other texts of axes and settings: names and texts in turn.
func (s Spec) With(texts ...string) Spec {
	for i := 0; i < len(texts); i += 2 {
		s.Set(texts[i], texts[i+1])
	}
	return s
}

func named(name string) *part.Axis {
	a, ok := part.Named(name)
	if !ok {
		panic("sweep: no axis or setting " + name)
	}
	return a
}

// Texts are what was written for axes, in the order of JSON.
func (s Spec) Texts() iter.Seq2[*part.Axis, string] { return s.texts.All() }

// EachText replaces every text of the sweep, such as by one that is fit for a terminal.
func (s *Spec) EachText(replace func(string) string) {
	for a, text := range s.texts.All() {
		s.texts.Set(a, replace(text))
	}
	for _, a := range part.Settings() {
		s.texts.Set(a, replace(s.texts.Of(a)))
	}
	s.Split.By, s.Inner, s.Objective, s.Search.By = replace(s.Split.By), replace(s.Inner), replace(s.Objective), replace(s.Search.By)
}

// Rename gives a sweep that was written for an engine of the given version the words of
// now.
func (s *Spec) Rename(engine string) { s.texts.Rename(engine) }

// own is what a Spec holds beside its texts, as JSON has it.
type own struct {
	Split     split.Options `json:"split"`
	Inner     string        `json:"inner,omitempty"`
	Objective string        `json:"objective,omitempty"`
	Draws     int           `json:"draws,omitempty"`
	Search    Search        `json:"search,omitzero"`
}

func (s Spec) own() own { return own{s.Split, s.Inner, s.Objective, s.Draws, s.Search} }

// MarshalJSON writes the texts of axes that are not empty, and then the settings.
func (s Spec) MarshalJSON() ([]byte, error) {
	b, err := s.texts.AppendJSON([]byte{'{'})
	if err != nil {
		return nil, err
	}
	if b, err = s.appendSettings(b); err != nil {
		return nil, err
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads what MarshalJSON writes. What is not there stays as it is.
func (s *Spec) UnmarshalJSON(b []byte) error {
	rest := s.own()
	texts, err := part.UnmarshalTexts(b, s.texts, &rest)
	if err != nil {
		return err
	}
	*s = Spec{texts, rest.Split, rest.Inner, rest.Objective, rest.Draws, rest.Search}
	return nil
}
