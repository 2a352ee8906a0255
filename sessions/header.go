package sessions

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Format and Version are the format name and version in session.json. Additions keep the
// version; a change of meaning raises it.
const (
	Format  = "sfatui-session"
	Version = 1
)

// Header is the content of session.json: the sweep as requested, its data, and where it was
// created. It never changes.
type Header struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	UUID    string    `json:"uuid"`
	Created time.Time `json:"created"` // UTC, to the millisecond; records count from it
	Name    string    `json:"name"`

	// Spec is the sweep as the user wrote it.
	Spec sweep.Spec `json:"spec"`
	Data Data       `json:"data"`
	Seed uint64     `json:"seed"`

	Engine     string `json:"engine"`      // sweep.Version
	KernelPath string `json:"kernel_path"` // sweep.KernelPath
	// Measures holds the IDs of the measures that results record beside their fields, see
	// measure.TakenIDs; nil for none.
	Measures   []string `json:"measures,omitempty"`
	Host       string   `json:"host"`
	CPU        string   `json:"cpu,omitempty"`
	Go         string   `json:"go"`
	GOMAXPROCS int      `json:"gomaxprocs"`

	// Experiment is the name of the paper's experiment with which the sweep was started,
	// even if flags were changed; "" for none.
	Experiment string `json:"experiment,omitempty"`

	// Plans holds the plans that the session was created with, and the checksums of their
	// files. Sessions of older versions have none.
	Plans []record.Plan `json:"plans,omitempty"`

	// Parent is the UUID of the session from which this one was forked.
	Parent string `json:"parent,omitempty"`
}

// Data identifies a session's data and holds the options to open it again.
type Data struct {
	Options  datasets.Options `json:"options"`
	Name     string           `json:"name"`
	Sources  []data.Source    `json:"sources,omitempty"`
	Hash     string           `json:"hash"` // of the data as read; part of each point's key
	N        int              `json:"n"`    // samples
	D        int              `json:"d"`    // inputs
	Segments int              `json:"segments"`
	Overlap  int              `json:"overlap,omitempty"` // distance in rows within which samples share raw data
	Classes  int              `json:"classes,omitempty"`
}

// withDefaults returns the header with the format and version set, and with zero fields
// filled in from this program and machine.
func (h Header) withDefaults() Header {
	h.Format, h.Version = Format, Version
	if h.UUID == "" {
		h.UUID = newUUID()
	}
	if h.Created.IsZero() {
		h.Created = time.Now()
	}
	h.Created = h.Created.UTC().Truncate(time.Millisecond)
	if h.Engine == "" {
		h.Engine = sweep.Version
	}
	if h.KernelPath == "" {
		h.KernelPath = sweep.KernelPath()
	}
	if h.Measures == nil {
		h.Measures = measure.TakenIDs()
	}
	if h.Host == "" {
		h.Host = journal.HostName()
	}
	if h.CPU == "" {
		h.CPU = journal.CPUName()
	}
	if h.Go == "" {
		h.Go = runtime.Version()
	}
	if h.GOMAXPROCS == 0 {
		h.GOMAXPROCS = parallel.Processors()
	}
	return h
}

// ReadHeader reads session.json. A damaged file is a *[store.DamagedError].
func ReadHeader(in store.Dir) (Header, error) {
	dir := message.Clean(in.Path("."))
	if in.Missing(store.HeaderName) {
		return Header{}, fmt.Errorf("%s is not a session, it has no %s: %w", dir, store.HeaderName, fs.ErrNotExist)
	}
	var h Header
	b, err := in.Read(store.HeaderName)
	if err == nil {
		h, err = decodeHeader(b)
	}
	var other *unsupportedError
	if errors.As(err, &other) || store.IsDisk(err) {
		return Header{}, fmt.Errorf("session %s: %w", dir, err)
	}
	if err != nil {
		return Header{}, &store.DamagedError{Dir: in.Path("."), Damage: store.Damage{File: store.HeaderName, What: message.Clean(err.Error()), Lost: "the session; its points may still be whole"}}
	}
	return h, nil
}

// unsupportedError reports an intact header of a format or engine version that this program
// does not support.
type unsupportedError struct{ error }

// newerFormatError returns the error for a header of a newer format version.
func newerFormatError(version int) error {
	return &unsupportedError{fmt.Errorf("its format has version %d, and this sfatui reads up to %d: use a newer sfatui", version, Version)}
}

// decodeHeader decodes a header file. Texts for display are cleaned. Spec, Data.Options and
// Data.Sources stay as written, because they are used again; clean them before display.
func decodeHeader(file []byte) (Header, error) {
	var made struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := jsonl.Decode("", file, &made); err != nil {
		return Header{}, err
	}
	if made.Format == Format && made.Version > Version {
		return Header{}, newerFormatError(made.Version)
	}
	var h Header
	if err := jsonl.Decode("", file, &h); err != nil {
		return Header{}, err
	}
	if h.Format != Format || h.Version < 1 || h.UUID == "" || h.Created.IsZero() {
		return Header{}, errors.New("not a session's header")
	}
	if err := sweep.CheckEngine(h.Engine); err != nil {
		return Header{}, &unsupportedError{err}
	}
	spec, options, sources := h.Spec, h.Data.Options, h.Data.Sources
	h.Spec, h.Data.Options, h.Data.Sources = sweep.Spec{}, datasets.Options{}, nil
	jsonl.CleanTexts(&h)
	h.Spec, h.Data.Options, h.Data.Sources = spec, options, sources
	return h, nil
}

// Origin returns what the header declares of the session's plans, points and journals.
func (h *Header) Origin() journal.Origin {
	return journal.Origin{Engine: h.Engine, KernelPath: h.KernelPath, Hash: h.Data.Hash, Created: h.Created, Plans: h.Plans}
}

// newUUID returns a random UUID (RFC 9562, version 4).
func newUUID() string {
	const hexDigits = "0123456789abcdef"
	b := []byte(store.RandomHex(16))
	b[12] = '4'
	b[16] = hexDigits[8+b[16]%4]
	s := string(b)
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
