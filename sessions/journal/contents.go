package journal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Contents holds the plans, points and journals of a session's directory at the time they
// were read.
type Contents struct {
	Dir string

	files   store.Dir
	origin  Origin
	entries []sweep.Entry // the union of the plans
	points  map[string]point
	records []record.Record
	// unrecorded holds records made for published plans and points without a journal line.
	unrecorded []record.Record

	plans      []planFile
	journals   []*journal
	strayFiles int
	// lostPoints is the number of points of plans that the header or a journal declares and
	// that are missing or replaced.
	lostPoints int
	damages    store.Damages
}

// Origin holds what the header declares of a session's plans, points and journals.
type Origin struct {
	Engine, KernelPath, Hash string        // of engine, arithmetic and data; keys derive from them
	Created                  time.Time     // records count from it
	Plans                    []record.Plan // the initial ones
}

// point is a finished point. Its result is nil while it is undecoded.
type point struct {
	result *result.Result
	sum    string // SHA-256 of its file
}

// planFile is a plan of a session.
type planFile struct {
	name    string // "0001"
	entries []sweep.Entry
	sum     string // SHA-256 of the file; "" if the file could not be opened
	damaged bool
}

// data returns the plan's name, number of points, checksum and cost, as journals record
// them.
func (p planFile) data() record.Plan {
	d := record.Plan{Plan: p.name, Points: len(p.entries), SHA256: p.sum}
	for _, e := range p.entries {
		d.Cost += part.Float(e.Cost)
	}
	return d
}

// newContents returns empty contents of a directory.
func newContents(files store.Dir, o Origin) *Contents {
	return &Contents{Dir: files.Path("."), files: files, origin: o}
}

// Files returns the open directory.
func (c *Contents) Files() store.Dir { return c.files }

// Records returns the records of all journals in the order of their times. The first is the
// session's creation; the last are made for published plans and points without a journal
// line. [record.Reduce] folds them into the session's state.
func (c *Contents) Records() []record.Record {
	created := record.Plan{}
	if len(c.plans) > 0 {
		created = c.plans[0].data()
	}
	rs := make([]record.Record, 0, 1+len(c.records)+len(c.unrecorded))
	rs = append(rs, record.New(0, record.KindCreated, created, nil))
	rs = append(rs, c.records...)
	return append(rs, c.unrecorded...)
}

// State returns the state that the session's records add up to.
func (c *Contents) State() record.State { return record.Fold(record.State{}, c.Records()) }

// Plan returns the union of the session's plans, in their order. The caller must not write
// to it.
func (c *Contents) Plan() []sweep.Entry { return c.entries }

// Done returns the results of the finished points by key, including failed points.
func (c *Contents) Done() map[string]*result.Result {
	done := make(map[string]*result.Result, len(c.points))
	for key, p := range c.points {
		done[key] = p.result
	}
	return done
}

// Sum returns the SHA-256 of the file of a finished point.
func (c *Contents) Sum(key string) string { return c.points[key].sum }

// keySet returns the keys of plan entries.
func keySet(entries []sweep.Entry) map[string]bool {
	out := make(map[string]bool, len(entries))
	for _, e := range entries {
		out[e.Key] = true
	}
	return out
}

// Missing returns the keys of the planned points without a result, in the order of the
// plans. A resume computes these points.
func (c *Contents) Missing() []string {
	var missing []string
	for _, e := range c.entries {
		if _, ok := c.points[e.Key]; !ok {
			missing = append(missing, e.Key)
		}
	}
	return missing
}

// Damage lists the session's damage in the order in which it was found.
func (c *Contents) Damage() []store.Damage { return c.damages.All() }

// Points returns the planned points, in the order of the plans.
func (c *Contents) Points() []part.Point { return pointsOf(c.entries) }

// Plans returns the points of each plan, in the order of the plans.
func (c *Contents) Plans() [][]part.Point {
	out := make([][]part.Point, len(c.plans))
	for i, p := range c.plans {
		out[i] = pointsOf(p.entries)
	}
	return out
}

// FirstPlan returns the points of the first plan, or nil if there is no plan.
func (c *Contents) FirstPlan() []part.Point {
	if len(c.plans) == 0 {
		return nil
	}
	return pointsOf(c.plans[0].entries)
}

// Unplanned returns the points of the entries that are in no plan of the session.
func (c *Contents) Unplanned(entries []sweep.Entry) []part.Point {
	planned := keySet(c.entries)
	return pointsOf(slices.DeleteFunc(slices.Clone(entries), func(e sweep.Entry) bool { return planned[e.Key] }))
}

// Finished returns the results of the finished points, including failed ones, in the order
// of the plans. The order does not depend on how the sweep ran. Unplanned points come last,
// by key.
func (c *Contents) Finished() []*result.Result {
	out := make([]*result.Result, 0, len(c.points))
	for _, e := range c.entries {
		if p, ok := c.points[e.Key]; ok {
			out = append(out, p.result)
		}
	}
	for _, key := range c.UnplannedKeys() {
		out = append(out, c.points[key].result)
	}
	return out
}

// UnplannedKeys returns the sorted keys of the finished points that are in no plan.
func (c *Contents) UnplannedKeys() []string {
	planned := keySet(c.entries)
	var keys []string
	for key := range c.points {
		if !planned[key] {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Entries returns the entries of the first plans as written; of all plans if plans is 0 or
// exceeds their number.
func (c *Contents) Entries(plans int) [][]sweep.Entry {
	var out [][]sweep.Entry
	for i, p := range c.plans {
		if plans == 0 || i < plans {
			out = append(out, p.entries)
		}
	}
	return out
}

// IsComplete reports whether all planned points exist and there is at least one.
func (c *Contents) IsComplete() bool { return len(c.Missing()) == 0 && len(c.entries) > 0 }

// PlanDamage returns the first damage of the session's plans, or nil. The missing points of
// a sweep cannot be determined from damaged plans.
func (c *Contents) PlanDamage() error {
	for _, d := range c.Damage() {
		if strings.HasPrefix(d.File, store.PlanDir) {
			return &store.DamagedError{Dir: c.Dir, Damage: d}
		}
	}
	return nil
}

// Planned returns the number of planned points, including points of lost plans.
func (c *Contents) Planned() int {
	return max(len(c.entries)+c.lostPoints, len(c.points))
}

// Tally holds the numbers of files and records that were read.
type Tally struct {
	Plans       int // files
	Points      int // published
	Writers     int // journals
	Records     int
	Truncated   int // journals that end in an unfinished line
	Unjournaled int // plans and points published without a line in any journal
	StrayFiles  int // temporary files of killed writers
}

// Tally counts the files and records that were read.
func (c *Contents) Tally() Tally {
	n := Tally{Plans: len(c.plans), Points: len(c.points), Writers: len(c.journals), Records: len(c.records),
		Unjournaled: len(c.unrecorded), StrayFiles: c.strayFiles}
	for _, j := range c.journals {
		if j.torn {
			n.Truncated++
		}
	}
	return n
}

// Count returns the present number of journals in a session's directory, or -1 if they
// cannot be listed.
func Count(files store.Dir) int {
	ids, err := writers(files)
	if err != nil {
		return -1
	}
	return len(ids)
}

// grown reports whether journals have grown since the session was read, except that of the
// given writer. It reports true if the journals cannot be listed.
func (c *Contents) grown(except string) bool {
	ids, err := writers(c.files)
	if err != nil {
		return true // the read that follows returns the error
	}
	read := map[string]int64{}
	for _, j := range c.journals {
		read[j.writer] = j.offset + j.rest
	}
	return slices.ContainsFunc(ids, func(id string) bool {
		info, err := c.files.Info(journalPath(id))
		return id != except && (err != nil || info.Size() != read[id])
	})
}

// Writable returns an error for a packed session, and for one that could not be read in
// full, whose unread points would be computed twice.
func (c *Contents) Writable() error {
	if c.files.Packed() {
		return message.Usagef("%s is packed and therefore read-only: sfatui unpack %[1]s makes a session that can be resumed", message.Clean(c.Dir))
	}
	return c.CheckFullyRead()
}

// CheckFullyRead returns an error if the disk failed to return a file of the session.
func (c *Contents) CheckFullyRead() error {
	if err := c.damages.Unread; err != nil {
		return &store.DiskError{Err: c.Wrap(fmt.Errorf("it cannot be read in full: %w; put the disk right, or delete the file to have what it held computed again", err))}
	}
	return nil
}

// Wrap adds the session's path to an error.
func (c *Contents) Wrap(err error) error { return Wrap(c.Dir, err) }

// Wrap adds the path of a session to an error.
func Wrap(dir string, err error) error {
	return fmt.Errorf("session %s: %w", message.Clean(strings.TrimSuffix(dir, "/")), err)
}

// pointsOf returns the points of plan entries.
func pointsOf(entries []sweep.Entry) []part.Point {
	out := make([]part.Point, len(entries))
	for i, e := range entries {
		out[i] = e.Point
	}
	return out
}
