package sweep

import (
	"cmp"
	"encoding/json"
	"iter"
	"strings"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
)

// Spec is a sweep as the user wrote it. The texts of its axes are lists and ranges such as
// "0.5,1,2", "log:0.5:500:12", "lin:0:1:5", and for widths "rel:0.25:4:9" (multiples of the
// heuristic width σ₀) or "norm:2" (multiples of the mean norm of a sample); every combination
// is a point. The text of a setting is one value. An empty text means the default for the data
// set.
type Spec struct {
	texts part.Texts

	Split split.Options
	// Inner is the number of inner splits by which parameters are chosen: auto, last, or
	// a number, see [split.Dealt]; "" for last.
	Inner string
	// Objective is the measure, on validation, that chooses the best point, such as
	// accuracy, rmse or slowness.
	Objective string
	// Draws is the number of random draws of each point with randomness; 0 means one.
	Draws int
	// Search selects the configurations to compute; the zero value selects the whole grid.
	Search Search
}

// Defaults of a search.
const (
	searchPoints = 40
	searchStart  = 4
)

// withDefaults returns the search with its defaults filled in.
func (s Search) withDefaults() Search {
	if s.By != "" {
		s.Points = cmp.Or(s.Points, searchPoints)
		s.Start = cmp.Or(s.Start, min(searchStart, s.Points))
	}
	return s
}

// Search selects which configurations of a grid are computed, one after another by the scores
// of earlier ones. The zero Search computes all.
type Search struct {
	// By is ei, for the expected improvement; "" for no search.
	By string `json:"search"`
	// Points is the total number of configurations to compute, Start the number computed
	// before scores are used. A configuration is a point in each fold and draw.
	Points int `json:"search_points,omitempty"`
	Start  int `json:"search_start,omitempty"`
}

// Text returns the text of an axis or a setting; "" if none was written. It panics if there is
// no axis or setting of this name.
func (s Spec) Text(name string) string { return s.texts.Of(named(name)) }

// Set sets the text of an axis or a setting. It panics if there is none of this name.
func (s *Spec) Set(name, text string) { s.texts.Set(named(name), text) }

// Shared returns a point with only the settings that were written and are valid.
func (s Spec) Shared() part.Point {
	p, _ := s.texts.Point()
	return p
}

// With returns the sweep with other texts; the arguments alternate between names and texts.
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

// fill sets the text of an axis if it is empty.
func (s *Spec) fill(axis, text string) {
	if text != "" && s.Text(axis) == "" {
		s.Set(axis, text)
	}
}

// words splits a list at commas; it returns one "" for an empty text.
func words(text string) []string {
	all := strings.Split(text, ",")
	for i, word := range all {
		all[i] = strings.TrimSpace(word)
	}
	return all
}

// Texts iterates over the axes with a text, in the order of JSON.
func (s Spec) Texts() iter.Seq2[*part.Axis, string] { return s.texts.All() }

// EachText replaces every text of the sweep, for example to clean it for a terminal.
func (s *Spec) EachText(replace func(string) string) {
	for a, text := range s.texts.All() {
		s.texts.Set(a, replace(text))
	}
	for _, a := range part.Settings() {
		s.texts.Set(a, replace(s.texts.Of(a)))
	}
	s.Split.By, s.Inner, s.Objective, s.Search.By = replace(s.Split.By), replace(s.Inner), replace(s.Objective), replace(s.Search.By)
}

// ownFields holds the fields of a Spec besides its texts, in the form of its JSON.
type ownFields struct {
	Split     split.Options `json:"split"`
	Inner     string        `json:"inner,omitempty"`
	Objective string        `json:"objective,omitempty"`
	Draws     int           `json:"draws,omitempty"`
	Search    Search        `json:"search,omitzero"`
}

func (s Spec) own() ownFields { return ownFields{s.Split, s.Inner, s.Objective, s.Draws, s.Search} }

// MarshalJSON writes the non-empty texts of axes, then the settings.
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

// appendSettings appends the settings as members to the JSON object begun in b, in the order of
// [Settings].
func (s Spec) appendSettings(b []byte) ([]byte, error) {
	own, err := json.Marshal(s.own())
	if err != nil {
		return nil, err
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(own, &members); err != nil {
		return nil, err
	}
	for _, name := range []string{"split", "inner", "", "objective", "draws", "search"} {
		if name == "" {
			b, err = s.texts.AppendSettings(b, part.Preparing)
		} else if v, ok := members[name]; ok {
			b = part.AppendMember(b, name, v)
		}
		if name == "objective" && err == nil {
			b, err = s.texts.AppendSettings(b, part.Measuring)
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// UnmarshalJSON reads what MarshalJSON writes. Members that are absent keep their value.
func (s *Spec) UnmarshalJSON(b []byte) error {
	rest := s.own()
	texts, err := part.UnmarshalTexts(b, s.texts, &rest)
	if err != nil {
		return err
	}
	*s = Spec{texts, rest.Split, rest.Inner, rest.Objective, rest.Draws, rest.Search}
	return nil
}
