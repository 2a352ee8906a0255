package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
)

// The kinds of records beside those of [sweep.Kind], which have the same names
// in a journal. Readers keep kinds they do not know, and skip them.
const (
	// KindCreated begins the records of every session. It is in no journal:
	// the header and the first plan tell it.
	KindCreated = "session.created"
	// KindOpened is a writer's first record, KindClosed its last if it was
	// not killed.
	KindOpened = "writer.opened"
	KindClosed = "writer.closed"
	// KindWorking tells that a writer begins to compute points that no task was given, as no
	// other process does.
	KindWorking = "writer.working"
	// KindAlive is what a writer tells where nothing else happens for [Heartbeat].
	KindAlive = "writer.alive"
	// KindPlanned tells of a further plan: the sweep grows.
	KindPlanned = "plan.added"
	// KindConflict tells that a point was computed again with other bytes.
	KindConflict = "point.conflict"
	// KindAutoEnded tells that the advisor, or a search, has nothing more to add, and why. Each of
	// the rounds is a command.auto, or a command.search.
	KindAutoEnded = "auto.ended"
	// KindCommand and a word such as "pause" is a command of the user's.
	KindCommand = "command."
)

// Heartbeat is the longest time for which a writer that lives is not heard. One that is
// not heard for SilentAfter may be dead, one that is not heard for LostAfter counts as
// dead: on a shared file system what it wrote is seen later.
const (
	Heartbeat   = 10 * time.Second
	SilentAfter = 3 * Heartbeat
	LostAfter   = 9 * Heartbeat
)

// Record is one line of a journal.
type Record struct {
	// N counts the records of a writer from 1. It is 0 for what no journal
	// tells: the creation, and points whose line was lost.
	N uint64
	// T is in milliseconds since the session's creation. It never runs
	// backwards within a writer.
	T    int64
	Kind string
	// Data is the JSON object of the kind, as written.
	Data json.RawMessage
	// Writer is the id of the writer; "" where N is 0.
	Writer string
	// Result is the published point that a point.done or a point.conflict
	// speaks of, with the seconds of its first computation; nil where the
	// point's file is lost.
	Result *result.Result
}

// maxTime bounds T: as long as a time.Duration can be.
const maxTime = 1 << 43

// line is a record in the order in which it is written.
type line struct {
	N uint64          `json:"n"`
	T int64           `json:"t"`
	K string          `json:"k"`
	D json.RawMessage `json:"d"`
}

// The data of the kinds.
type (
	// Event is the data of the sweep's own events but point.done.
	Event struct {
		Total  int    `json:"total,omitempty"`
		Stage  string `json:"stage,omitempty"`
		Reason string `json:"reason,omitempty"`
	}
	Point struct {
		Key     string     `json:"key"`
		SHA256  string     `json:"sha256"` // of the point's file
		Seconds part.Float `json:"seconds"`
		Cost    part.Float `json:"cost"`
	}
	Conflict struct {
		Key  string     `json:"key"`
		Kept string     `json:"kept"` // SHA-256 of the file that stands
		Lost string     `json:"lost"` // SHA-256 of what was computed now
		Cost part.Float `json:"cost"`
	}
	// Plan names a plan of the session, and says what its file is.
	Plan struct {
		Plan   string     `json:"plan"` // such as "0002"
		Points int        `json:"points"`
		Cost   part.Float `json:"cost"`
		SHA256 string     `json:"sha256,omitempty"` // of the file; "" in sessions of before
	}
	Opened struct {
		Host string `json:"host"`
		PID  int    `json:"pid"`
		// Boot and PIDs name the boot of the machine and the namespace in which PID is a
		// process: two containers may have one host name and the same PIDs. They are "" where
		// the system does not tell, and in sessions of before. Process is drawn at random by
		// each process; temporary files have it in their names.
		Boot    string `json:"boot,omitempty"`
		PIDs    string `json:"pid_namespace,omitempty"`
		Process string `json:"process,omitempty"`
		// Session is the path of the session from the root on: a copy of it has the journal, and
		// not the writer.
		Session string `json:"session,omitempty"`
		// Computes says that the writer announces that it is to compute.
		Computes   bool   `json:"computes,omitempty"`
		CPU        string `json:"cpu,omitempty"`
		Engine     string `json:"engine"`
		KernelPath string `json:"kernel_path"`
		Go         string `json:"go"`
		GOMAXPROCS int    `json:"gomaxprocs"`
		// Heartbeat is the longest time in seconds for which the writer is not heard
		// while it lives; 0 for one of before, which may be silent for any time.
		Heartbeat float64 `json:"heartbeat,omitempty"`
		// Task is the share of the sweep that the writer computes; nil for all of it.
		Task *Task `json:"task,omitempty"`
	}
	// Task names a task that computes a share of a sweep.
	Task struct {
		I       int    `json:"i"` // from 1 to N
		N       int    `json:"n"`
		Engine  string `json:"engine,omitempty"` // that began it, such as "slurm"
		Job     string `json:"job,omitempty"`    // its name there
		Node    string `json:"node,omitempty"`
		Restart int    `json:"restart,omitempty"` // how often the engine began it anew
	}
	Advice struct {
		Kind string `json:"kind"`
		Text string `json:"text"`
	}
	Round struct {
		Round  int    `json:"round"`
		Kind   string `json:"kind"`
		Text   string `json:"text"`
		Points int    `json:"points"`
		// Search is what a search expects of the points; nil for the advisor.
		Search *Search `json:"search,omitempty"`
	}
	// Search is a round of a search: the configuration that it computes, the expected
	// improvement of the score that points are chosen by, and the mean and the standard
	// deviation of the score that is expected, less being better.
	Search struct {
		Round int        `json:"round"`
		At    string     `json:"at,omitempty"`
		EI    part.Float `json:"ei"`
		Mean  part.Float `json:"mean"`
		SD    part.Float `json:"sd"`
	}
	AutoEnd struct {
		// Search says that a search has ended, not the advisor.
		Search bool   `json:"search,omitempty"`
		Rounds int    `json:"rounds"`
		Points int    `json:"points"`
		Reason string `json:"reason"`
	}
)

// Encode is the line of a record, newline included.
func Encode(r Record) ([]byte, error) {
	b, err := jsonl.Encode(r.Writer, line{r.N, r.T, r.Kind, r.Data})
	if err == nil && len(b)-1 > jsonl.MaxLine {
		err = fmt.Errorf("record %q is longer than %d bytes", r.Kind, jsonl.MaxLine)
	}
	return b, err
}

// Decode reads a sealed object of a writer's journal. Its checksum has
// been checked.
func Decode(writer string, text []byte) (Record, error) {
	if r, ok := decodeOwn(writer, text); ok {
		return r, nil
	}
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return Record{}, errors.New("not a record: " + err.Error())
	}
	if l.N == 0 || l.K == "" || l.T < 0 || l.T >= maxTime {
		return Record{}, errors.New("not a record: n, t or k is out of range")
	}
	return Record{N: l.N, T: l.T, Kind: l.K, Data: l.D, Writer: writer}, nil
}

// decodeOwn reads a record that stands as [Encode] writes it, false for any other: to take
// the line apart by its fixed words costs a third of decoding it.
func decodeOwn(writer string, text []byte) (Record, bool) {
	const seal = `,"c":"00000000"}`
	r := Record{Writer: writer}
	n, text, ok := cutNumber(text, `{"n":`)
	t, text, ok2 := cutNumber(text, `,"t":`)
	text, ok3 := bytes.CutPrefix(text, []byte(`,"k":"`))
	kind, text, ok4 := bytes.Cut(text, []byte(`","d":`))
	data := len(text) - len(seal)
	if !ok || !ok2 || !ok3 || !ok4 || n < 1 || t >= maxTime || data < 2 || !bytes.HasPrefix(text[data:], []byte(seal[:6])) {
		return r, false
	}
	text = text[:data]
	for _, c := range kind {
		if (c < 'a' || c > 'z') && c != '.' {
			return r, false
		}
	}
	if len(kind) == 0 || text[0] != '{' || text[data-1] != '}' || !json.Valid(text) {
		return r, false
	}
	r.N, r.T, r.Kind, r.Data = uint64(n), t, string(kind), bytes.Clone(text)
	return r, true
}

// cutNumber is the number without a sign that text has after a prefix, and the rest.
func cutNumber(text []byte, prefix string) (n int64, rest []byte, ok bool) {
	rest, ok = bytes.CutPrefix(text, []byte(prefix))
	digits := 0
	for digits < min(len(rest), 18) && rest[digits] >= '0' && rest[digits] <= '9' {
		n = 10*n + int64(rest[digits]-'0')
		digits++
	}
	return n, rest[digits:], ok && digits > 0 && (digits == 1 || rest[0] != '0')
}

// PointKey is the key of the point that a record speaks of, "" for none.
func (r Record) PointKey() string {
	if r.Kind != string(sweep.PointDone) && r.Kind != KindConflict {
		return ""
	}
	var d struct {
		Key string `json:"key"`
	}
	if json.Unmarshal(r.Data, &d) != nil || !IsKey(d.Key) {
		return ""
	}
	return d.Key
}

// Sort merges the records of several writers. Those of one writer stay
// in the order of its journal.
func Sort(rs []Record) {
	slices.SortStableFunc(rs, func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.T, b.T), cmp.Compare(a.Writer, b.Writer), cmp.Compare(a.N, b.N))
	})
}

// New makes a record of what no journal tells.
func New(t int64, kind string, data any, result *result.Result) Record {
	b, err := jsonl.Marshal(data)
	if err != nil {
		panic("sessions: record does not marshal: " + err.Error())
	}
	return Record{T: t, Kind: kind, Data: b, Result: result}
}

// IsKey reports whether a name is a point's key, and so safe as a file name.
func IsKey(s string) bool {
	if len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// DataOf decodes the data of a record.
func DataOf[T any](r Record) (T, bool) {
	var d T
	return d, json.Unmarshal(r.Data, &d) == nil
}
