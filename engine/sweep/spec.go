package sweep

import (
	"cmp"
	"encoding/json"
	"iter"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/engine/part"
)

// Spec is a sweep as the user wrote it. The texts of its axes are such as
// "0.5,1,2", "log:0.5:500:12", "lin:0:1:5", and for widths "rel:0.25:4:9"
// (multiples of the heuristic width σ₀) or "norm:2" (multiples of the mean
// norm of a sample); every combination is a point. An empty text means the
// default for the data set.
type Spec struct {
	texts part.Texts

	Split split.Options
	// Inner is the number of inner splits by which parameters are chosen: auto, last, or
	// a number, see [split.Dealt]; "" for last.
	Inner       string
	Standardize bool
	// Clip bounds each input by what is usual of it on the training part:
	// quantile:0.01 or mad:5.
	Clip string
	// Objective is what the best point is best at, on validation: accuracy,
	// rmse or slowness.
	Objective string
	// Tolerance is how far a training output's variance may be from 1.
	Tolerance float64
	// Neighbours is the q of the predictability measure; 0 leaves it out.
	Neighbours int
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

// Text is what was written for an axis; "" for nothing. It panics where there is no axis
// of the name.
func (s Spec) Text(axis string) string { return s.texts.Of(axisNamed(axis)) }

// Set writes the text of an axis. It panics where there is no axis of the name.
func (s *Spec) Set(axis, text string) { s.texts.Set(axisNamed(axis), text) }

// With is the sweep with other texts of axes: names and texts in turn.
func (s Spec) With(texts ...string) Spec {
	for i := 0; i < len(texts); i += 2 {
		s.Set(texts[i], texts[i+1])
	}
	return s
}

func axisNamed(name string) *part.Axis {
	a, ok := part.AxisNamed(name)
	if !ok {
		panic("sweep: no axis " + name)
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
	s.Split.By, s.Inner, s.Clip, s.Objective, s.Search.By = replace(s.Split.By), replace(s.Inner), replace(s.Clip), replace(s.Objective), replace(s.Search.By)
}

// Rename gives a sweep that was written for an engine of the given version the words of
// now.
func (s *Spec) Rename(engine string) { s.texts.Rename(engine) }

// Settings is what a Spec holds beside the texts of its axes, as it is written.
type Settings struct {
	Split       split.Options `json:"split"`
	Inner       string        `json:"inner,omitempty"`
	Standardize bool          `json:"standardize,omitempty"`
	Clip        string        `json:"clip,omitempty"`
	Objective   string        `json:"objective,omitempty"`
	Tolerance   float64       `json:"tolerance,omitempty"`
	Neighbours  int           `json:"predictability,omitempty"`
	Draws       int           `json:"draws,omitempty"`
	Search      Search        `json:"search,omitzero"`
}

// Settings are those of the sweep.
func (s Spec) Settings() Settings {
	return Settings{s.Split, s.Inner, s.Standardize, s.Clip, s.Objective, s.Tolerance, s.Neighbours, s.Draws, s.Search}
}

// MarshalJSON writes the texts that are not empty, and then the settings.
func (s Spec) MarshalJSON() ([]byte, error) {
	b, err := s.texts.AppendJSON([]byte{'{'})
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(s.Settings())
	if err != nil {
		return nil, err
	}
	if len(b) > 1 {
		b = append(b, ',')
	}
	return append(b, rest[1:]...), nil
}

// UnmarshalJSON reads what MarshalJSON writes. What is not there stays as it is.
func (s *Spec) UnmarshalJSON(b []byte) error {
	rest := s.Settings()
	texts, err := part.UnmarshalTexts(b, s.texts, &rest)
	if err != nil {
		return err
	}
	*s = Spec{texts, rest.Split, rest.Inner, rest.Standardize, rest.Clip, rest.Objective, rest.Tolerance, rest.Neighbours, rest.Draws, rest.Search}
	return nil
}
