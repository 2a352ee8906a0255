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

// The kinds of records in addition to those of [sweep.Kind], which have the
// same names in a journal. Readers keep records of unknown kinds, and skip
// them.
const (
	// KindCreated is the first record of every session. It is derived from the
	// header and the first plan, and is in no journal.
	KindCreated = "session.created"
	// KindOpened is a writer's first record; KindClosed is its last unless it
	// was killed.
	KindOpened = "writer.opened"
	KindClosed = "writer.closed"
	// KindWorking announces that a writer begins to compute points that belong
	// to no task and to no other process.
	KindWorking = "writer.working"
	// KindAlive is written when nothing else was written for [Heartbeat].
	KindAlive = "writer.alive"
	// KindPlanned records a further plan, which extends the sweep.
	KindPlanned = "plan.added"
	// KindConflict records that a point was computed again with other bytes.
	KindConflict = "point.conflict"
	// KindAutoEnded records that the advisor or a search has nothing more to
	// add, and why. Each round is a command.auto or a command.search.
	KindAutoEnded = "auto.ended"
	// KindCommand, followed by a word such as "pause", is a command of the
	// user.
	KindCommand = "command."
)

// Heartbeat is the longest interval between the records of a live writer. A
// writer without records for SilentAfter may be dead; after LostAfter it counts
// as dead, because a shared file system shows writes late.
const (
	Heartbeat   = 10 * time.Second
	SilentAfter = 3 * Heartbeat
	LostAfter   = 9 * Heartbeat
)

// Record is one line of a journal.
type Record struct {
	// N counts the records of a writer from 1. It is 0 for records in no
	// journal: the creation, and points whose line was lost.
	N uint64
	// T is in milliseconds since the session's creation. It never decreases
	// within a writer.
	T    int64
	Kind string
	// Data is the JSON object of the kind, as written.
	Data json.RawMessage
	// Writer is the id of the writer; "" if N is 0.
	Writer string
	// Result is the published point of a point.done or a point.conflict, with
	// the seconds of its first computation; nil if the point's file is lost.
	Result *result.Result
}

// maxTime is the limit of T: the range of a time.Duration.
const maxTime = 1 << 43

// line is the JSON form of a record.
type line struct {
	N uint64          `json:"n"`
	T int64           `json:"t"`
	K string          `json:"k"`
	D json.RawMessage `json:"d"`
}

// The data of the kinds.
type (
	// Event is the data of the sweep's own events except point.done.
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
		Kept string     `json:"kept"` // SHA-256 of the file that is kept
		Lost string     `json:"lost"` // SHA-256 of the new computation
		Cost part.Float `json:"cost"`
	}
	// Plan is the name of a plan of the session, with the size, the cost and
	// the checksum of its points.
	Plan struct {
		Plan   string     `json:"plan"` // such as "0002"
		Points int        `json:"points"`
		Cost   part.Float `json:"cost"`
		SHA256 string     `json:"sha256,omitempty"` // of the file; "" in older sessions
	}
	Opened struct {
		Host string `json:"host"`
		PID  int    `json:"pid"`
		// Boot and PIDs identify the boot of the machine and the PID namespace,
		// because two containers may share a host name and PIDs. They are "" if
		// unknown, and in older sessions. Process is a random name of the
		// process, which its temporary files contain.
		Boot    string `json:"boot,omitempty"`
		PIDs    string `json:"pid_namespace,omitempty"`
		Process string `json:"process,omitempty"`
		// Session is the absolute path of the session. It distinguishes the
		// session from its copies, which have the journal but not the writer.
		Session string `json:"session,omitempty"`
		// Computes reports that the writer will announce when it begins to
		// compute.
		Computes   bool   `json:"computes,omitempty"`
		CPU        string `json:"cpu,omitempty"`
		Engine     string `json:"engine"`
		KernelPath string `json:"kernel_path"`
		Go         string `json:"go"`
		GOMAXPROCS int    `json:"gomaxprocs"`
		// Heartbeat is the longest interval in seconds between the records of
		// the live writer; 0 for an older program, which may be silent for any
		// time.
		Heartbeat float64 `json:"heartbeat,omitempty"`
		// Task is the share of the sweep that the writer computes; nil for all
		// of it.
		Task *Task `json:"task,omitempty"`
	}
	// Task identifies a task that computes a share of a sweep.
	Task struct {
		I       int    `json:"i"` // from 1 to N
		N       int    `json:"n"`
		Engine  string `json:"engine,omitempty"` // engine that started it, such as "slurm"
		Job     string `json:"job,omitempty"`    // the engine's name of the job
		Node    string `json:"node,omitempty"`
		Restart int    `json:"restart,omitempty"` // number of restarts by the engine
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
		// Search holds the expectations of a search for the points; nil for the
		// advisor.
		Search *Search `json:"search,omitempty"`
	}
	// Search is a round of a search: the configuration that it computes, the
	// expected improvement of the selection score, and the predicted mean and
	// standard deviation of the score, lower being better.
	Search struct {
		Round int        `json:"round"`
		At    string     `json:"at,omitempty"`
		EI    part.Float `json:"ei"`
		Mean  part.Float `json:"mean"`
		SD    part.Float `json:"sd"`
	}
	AutoEnd struct {
		// Search reports that a search ended, not the advisor.
		Search bool   `json:"search,omitempty"`
		Rounds int    `json:"rounds"`
		Points int    `json:"points"`
		Reason string `json:"reason"`
	}
)

// Encode returns the line of a record, with a newline.
func Encode(r Record) ([]byte, error) {
	b, err := jsonl.Encode(r.Writer, line{r.N, r.T, r.Kind, r.Data})
	if err == nil && len(b)-1 > jsonl.MaxLine {
		err = fmt.Errorf("record %q is longer than %d bytes", r.Kind, jsonl.MaxLine)
	}
	return b, err
}

// Decode parses a sealed object of a writer's journal, whose checksum has been
// verified.
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

// decodeOwn parses a record in the form that [Encode] writes; false for any
// other. Splitting the line at its fixed words takes a third of the time of
// decoding it.
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

// cutNumber parses an unsigned number after a prefix, and returns it with the
// rest of the text.
func cutNumber(text []byte, prefix string) (n int64, rest []byte, ok bool) {
	rest, ok = bytes.CutPrefix(text, []byte(prefix))
	digits := 0
	for digits < min(len(rest), 18) && rest[digits] >= '0' && rest[digits] <= '9' {
		n = 10*n + int64(rest[digits]-'0')
		digits++
	}
	return n, rest[digits:], ok && digits > 0 && (digits == 1 || rest[0] != '0')
}

// PointKey returns the key of the point of a record, "" for none.
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

// Sort merges the records of several writers by time. Records of one writer
// stay in the order of its journal.
func Sort(rs []Record) {
	slices.SortStableFunc(rs, func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.T, b.T), cmp.Compare(a.Writer, b.Writer), cmp.Compare(a.N, b.N))
	})
}

// New returns a record that is in no journal.
func New(t int64, kind string, data any, result *result.Result) Record {
	b, err := jsonl.Marshal(data)
	if err != nil {
		panic("sessions: record does not marshal: " + err.Error())
	}
	return Record{T: t, Kind: kind, Data: b, Result: result}
}

// IsKey reports whether a text is a point's key, and so safe as a file name.
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

// SearchRounds returns the rounds of a search that used an expected improvement, in the
// order of their records.
func SearchRounds(records []Record) []Search {
	var out []Search
	for _, r := range records {
		if d, ok := DataOf[Round](r); ok && r.Kind == KindCommand+"search" && d.Search != nil {
			out = append(out, *d.Search)
		}
	}
	return out
}
