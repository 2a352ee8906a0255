package data

import (
	"fmt"
)

// MaxInputs is the most inputs that a set may have.
const MaxInputs = 100_000

// Raw is what the readers found: the data of one kind, with its inputs,
// before it is embedded into a Set.
type Raw struct {
	Kind       Kind
	Name       string
	Inputs     []string
	TargetName string
	Latents    int
	Rate       float64
	Framed     bool   // samples are frames already: no default embedding
	Preset     string // the delay embedding that a built-in set is made for; "" for the kind's
	Recordings []*Recording
	Sources    []Source
	Notes      []string
	Found      Found
	Prepared   []string
}

// Note adds a remark for the user.
func (m *Raw) Note(format string, args ...any) {
	m.Notes = append(m.Notes, fmt.Sprintf(format, args...))
}

// Did notes a step of the preparation.
func (m *Raw) Did(format string, args ...any) {
	m.Note(format, args...)
	m.Prepared = append(m.Prepared, fmt.Sprintf(format, args...))
}

// HasHeld reports whether test data was read, even if it is too short to use.
func (m *Raw) HasHeld() bool {
	return len(m.Recordings) > 0 && m.Recordings[len(m.Recordings)-1].Held
}
