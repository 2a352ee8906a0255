package export

import (
	"context"
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
)

// An Exporter writes sessions in one format. It is a struct of functions, as
// measures and parts are, and not an interface: most formats leave most fields
// empty, and would have to implement them all.
type Exporter struct {
	// Extension is the extension of its files without the dot, and its name.
	Extension string
	// Doc describes the content in lines for a help text.
	Doc string
	// More returns the part of the Doc that depends on what is registered; nil
	// for none.
	More func() string
	// Summary describes the format in a word or two in prompts for a file name.
	// A format without one is not offered there.
	Summary string
	// Binary reports that the output is not text for a terminal.
	Binary bool
	// Content is content that only this format has, such as "arrays"; "" for
	// none.
	Content string
	// Parameters holds the parameters of the format.
	Parameters []Parameter
	// Points is the name of the output for a single point. OfPoint reports
	// whether the options request that: Write then requires Options.Point. Nil
	// for never.
	Points  string
	OfPoint func(Options) bool
	// Check returns an error for invalid options before a session is opened;
	// nil if all are valid.
	Check func(Options) error
	// Write writes the session. It changes the session only if a parameter
	// requests it.
	Write func(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error
}

// ForPoint reports whether the options request a single point.
func (e Exporter) ForPoint(o Options) bool { return e.OfPoint != nil && e.OfPoint(o) }

// Options selects what of a session to write, and how.
type Options struct {
	// Values holds the parameters by name that differ from the default.
	Values map[string]any
	// Point is the finished point to write, for exporters of one.
	Point *result.Result
	// Data is the session's data; nil to open it when needed.
	Data *data.Set
	// Note receives remarks for the user, one line each; nil to drop them.
	Note func(format string, args ...any)
}

func (o Options) note(format string, args ...any) {
	if o.Note != nil {
		o.Note(format, args...)
	}
}

func (o Options) data(ctx context.Context, s *sessions.Session) (*data.Set, error) {
	if o.Data != nil {
		return o.Data, nil
	}
	set, err := s.OpenData(ctx)
	if err != nil {
		return nil, &DataError{err}
	}
	return set, nil
}

// noteEngine warns that recomputed results may differ from the recorded ones.
func (o Options) noteEngine(s *sessions.Session) {
	if h := s.Header; h.Engine != sweep.Version || h.KernelPath != sweep.KernelPath() {
		o.note("note: the session was computed by engine %s with the arithmetic %s, and this is %s with %s: the last digits may differ",
			h.Engine, h.KernelPath, sweep.Version, sweep.KernelPath())
	}
}

// DataError reports that the session's data, which an export needs, cannot be
// read.
type DataError struct{ Err error }

func (e *DataError) Error() string { return e.Err.Error() }
func (e *DataError) Unwrap() error { return e.Err }

// Parameter is an option of one format. Its values have the type of its
// default: a string, a bool or a float64.
type Parameter struct {
	Name    string
	Default any
	Doc     string
}

// Changed reports whether the options contain a value of the parameter.
func (p Parameter) Changed(o Options) bool { _, ok := o.Values[p.Name]; return ok }

// Text returns the value of a string parameter.
func (p Parameter) Text(o Options) string { return valueOf[string](p, o) }

// Bool returns the value of a Boolean parameter.
func (p Parameter) Bool(o Options) bool { return valueOf[bool](p, o) }

// Number returns the value of a numeric parameter.
func (p Parameter) Number(o Options) float64 { return valueOf[float64](p, o) }

func valueOf[T any](p Parameter, o Options) T {
	v, ok := o.Values[p.Name]
	if !ok {
		v = p.Default
	}
	t, ok := v.(T)
	if !ok {
		panic("export: parameter " + p.Name + " has a value of another type")
	}
	return t
}

func inSession(s *sessions.Session, err error) error {
	return fmt.Errorf("session %s: %w", message.Clean(strings.TrimSuffix(s.Dir, "/")), err)
}

// About returns the Doc followed by More.
func (e Exporter) About() string {
	if e.More == nil {
		return e.Doc
	}
	return e.Doc + e.More()
}
