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

// Exporter is a format that sessions are written in. It is a struct of functions, as
// measures and parts are, and not an interface: most formats leave most fields
// empty, and would have to implement them all.
type Exporter struct {
	// Extension is the ending of its files without the dot, and its name.
	Extension string
	// Doc says what the format holds, in lines for a help text.
	Doc string
	// More is what follows the Doc and depends on what is registered, which is read when it
	// is asked for; nil for nothing.
	More func() string
	// Summary says it in a word or two where a user is asked for a file's name. A
	// format without one is not offered there.
	Summary string
	// Binary says that the bytes are no text for a terminal.
	Binary bool
	// Content is what only this format holds, such as "arrays"; "" for no such thing.
	Content string
	// Parameters are the format's own, beside the session.
	Parameters []Parameter
	// Points names what the format writes of a single point. OfPoint reports that
	// this is asked for: Write then needs Options.Point. Nil is for never.
	Points  string
	OfPoint func(Options) bool
	// Check says what is wrong with the options before a session is opened; nil
	// where nothing can be.
	Check func(Options) error
	// Write writes the session, which it does not change unless a parameter asks
	// for it.
	Write func(ctx context.Context, w io.Writer, s *sessions.Session, o Options) error
}

// ForPoint reports that the options ask for a single point.
func (e Exporter) ForPoint(o Options) bool { return e.OfPoint != nil && e.OfPoint(o) }

// Options say what of a session to write, and how.
type Options struct {
	// Values are those of parameters by name, where they are not the default.
	Values map[string]any
	// Point is the finished point to write, for exporters of one.
	Point *result.Result
	// Data is the session's data; nil has it opened where it is needed.
	Data *data.Set
	// Note takes remarks for the user, a line each; nil drops them.
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

// noteEngine remarks where what is solved for again may differ from what was.
func (o Options) noteEngine(s *sessions.Session) {
	if h := s.Header; h.Engine != sweep.Version || h.KernelPath != sweep.KernelPath() {
		o.note("note: the session was made by engine %s with the arithmetic %s, and this is %s with %s: the last digits may differ",
			h.Engine, h.KernelPath, sweep.Version, sweep.KernelPath())
	}
}

// DataError says that the session's data, which an export needs, cannot be read.
type DataError struct{ Err error }

func (e *DataError) Error() string { return e.Err.Error() }
func (e *DataError) Unwrap() error { return e.Err }

// Parameter is an option of one format. The type of its default, a string, a bool
// or a float64, is that of its values.
type Parameter struct {
	Name    string
	Default any
	Doc     string
}

// Changed reports that the options have a value of the parameter.
func (p Parameter) Changed(o Options) bool { _, ok := o.Values[p.Name]; return ok }

// Text is the value of a parameter that is a text.
func (p Parameter) Text(o Options) string { return valueOf[string](p, o) }

// Bool is the value of a parameter that is true or false.
func (p Parameter) Bool(o Options) bool { return valueOf[bool](p, o) }

// Number is the value of a parameter that is a number.
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

// About is the Doc with what follows it.
func (e Exporter) About() string {
	if e.More == nil {
		return e.Doc
	}
	return e.Doc + e.More()
}
