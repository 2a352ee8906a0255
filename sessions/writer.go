package sessions

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"sync"
	"time"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// syncAfter is how long a record may wait to be forced to disk.
const syncAfter = time.Second

// Writer records a running sweep in a journal of its own. It is a [sweep.Sink].
// Its methods may be called from any goroutine. After an error of the disk it
// writes no more, as the journal may end in half a line: the next writer opens
// a new one.
type Writer struct {
	// Task, set before the first event, is the share that the writer computes.
	Task *record.Task

	s     *Session
	id    string
	clock func() time.Time

	mu      sync.Mutex
	watch   func(record.Record)
	unheard []record.Record // written by Claim before there was a watch
	file    store.File      // nil when closed
	n       uint64
	begun   time.Time // when the journal was opened,
	from    int64     // as a T of records
	t       int64     // of the last record
	err     error
	timer   *time.Timer // runs while records wait to be forced to disk
	beat    *time.Timer // runs while the journal is open
	costs   map[string]float64
	wrote   map[string]point // what it has published

	// private says that nobody sees the session yet: then records need not be forced
	// to disk one by one.
	private bool
	// computes says that the writer announces that it is to compute.
	computes bool
	process  string // see [record.Opened]
}

// Writer opens a new journal. Times are taken from clock.
func (s *Session) Writer(clock func() time.Time) (*Writer, error) {
	if err := s.Writable(); err != nil {
		return nil, err
	}
	w := &Writer{s: s, clock: clock, process: store.Process(), costs: map[string]float64{}, wrote: map[string]point{}}
	for _, e := range s.Plan() {
		w.costs[e.Key] = e.Cost
	}
	// A clock that is behind that of the last writer must not put this one's
	// records before what was there when it opened.
	if len(s.records) > 0 {
		w.t = s.records[len(s.records)-1].T + 1
	}
	for try := 0; ; try++ {
		w.begun = clock()
		w.id = w.begun.UTC().Format("20060102T150405.000Z") + "-" + store.RandomHex(4)
		f, err := s.at.CreateAppend(journalPath(w.id))
		if err == nil {
			w.file = f
			w.t = max(w.t, w.begun.Sub(s.Header.Created).Milliseconds())
			w.from = w.t
			return w, nil
		}
		if !errors.Is(err, fs.ErrExist) || try == 3 {
			return nil, s.Wrap(err)
		}
	}
}

// Watch has every record handed to watch once it is written, in order, so that a live screen
// can [record.Reduce] the very same records as a replay; first those that [Writer.Claim] has
// written and that the session which it returned does not hold. It must not call the Writer.
func (w *Writer) Watch(watch func(record.Record)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.unheard {
		watch(r)
	}
	w.watch, w.unheard = watch, nil
}

// Handle records an event of the sweep; a finished point is published first.
// An error means that the event is not recorded for good.
func (w *Writer) Handle(e sweep.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e.Kind == sweep.PointDone {
		if e.Result == nil {
			panic("sessions: a point.done needs a result")
		}
		return w.pointDone(*e.Result)
	}
	return w.append(string(e.Kind), record.Event{Total: e.Total, Stage: e.Stage, Reason: e.Reason}, nil)
}

// Command records a command of the user's, such as "start", "pause", "cancel"
// or "edit", with what belongs to it: nil, or what encodes as a JSON object.
func (w *Writer) Command(kind string, data any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if data == nil {
		data = struct{}{}
	}
	return w.append(record.KindCommand+kind, data, nil)
}

// Record records something of a kind that is neither an event nor a command, with
// data that encodes as a JSON object.
func (w *Writer) Record(kind string, data any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(kind, data, nil)
}

// Unplanned are the points of the entries that no plan of the session holds.
func (w *Writer) Unplanned(entries []sweep.Entry) []part.Point {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []part.Point
	for _, e := range entries {
		if _, ok := w.costs[e.Key]; !ok {
			out = append(out, e.Point)
		}
	}
	return out
}

// AddPlan publishes a further plan: the sweep grows by the entries that are
// not planned yet.
func (w *Writer) AddPlan(entries []sweep.Entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var fresh []sweep.Entry
	var cost float64
	for _, e := range entries {
		if _, ok := w.costs[e.Key]; !ok {
			fresh = append(fresh, e)
			cost += e.Cost
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	b, err := encodePlan(fresh)
	if err != nil {
		return w.s.Wrap(err)
	}
	name, err := publishPlan(w.s.at, b)
	if err != nil {
		return w.s.Wrap(err)
	}
	for _, e := range fresh {
		w.costs[e.Key] = e.Cost
	}
	return w.append(record.KindPlanned, record.Plan{Plan: name, Points: len(fresh), Cost: part.Float(cost), SHA256: hashOf(b)}, nil)
}

// Close ends the journal. Where the sweep has not ended, it is interrupted.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return nil
	}
	err := w.append(record.KindClosed, struct{}{}, nil)
	w.stopTimer()
	if w.beat != nil {
		w.beat.Stop()
	}
	if closeErr := w.file.Close(); err == nil && closeErr != nil {
		err = w.s.Wrap(closeErr)
	}
	w.file = nil
	return err
}

// Reread is the session as it stands now: [Session.Reopen], but that points which the writer
// has published itself are not decoded again.
func (w *Writer) Reread() (*Session, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return read(w.s.at, w.wrote, nil)
}

func (w *Writer) pointDone(r result.Result) error {
	if err := w.usable(); err != nil {
		return err
	}
	file, err := encodePoint(r)
	if err != nil {
		return w.s.Wrap(fmt.Errorf("point: %w", err))
	}
	jsonl.CleanTexts(&r)
	cost := part.Float(w.costs[r.Key])
	sum := hashOf(file)
	err = publishPoint(w.s.at, w.s.Header.keys(), r.Key, file)
	var conflict *conflictError
	if errors.As(err, &conflict) {
		kept := conflict.kept
		return w.append(record.KindConflict, record.Conflict{Key: r.Key, Kept: kept.sum, Lost: sum, Cost: cost}, kept.result)
	}
	if err != nil {
		return w.diskError(err)
	}
	kept := r
	kept.Seconds = 0
	w.wrote[r.Key] = point{&kept, sum}
	return w.append(string(sweep.PointDone), record.Point{Key: r.Key, SHA256: sum, Seconds: part.Float(r.Seconds), Cost: cost}, &r)
}

// TakeUp records which of some points other processes have published since the session
// was read, and gives their keys. A point that cannot be read is none of them.
func (w *Writer) TakeUp(keys []string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var there []string
	for _, key := range keys {
		p, err := w.s.readPoint(key)
		if err != nil {
			continue
		}
		d := record.Point{Key: key, SHA256: p.sum, Cost: part.Float(w.costs[key])}
		if w.append(string(sweep.PointDone), d, p.result) != nil {
			break // the run is told with its next event
		}
		there = append(there, key)
	}
	return there
}

// carried records a point of another session whose file is there.
func (w *Writer) carried(p point) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := record.Point{Key: p.result.Key, SHA256: p.sum, Seconds: part.Float(p.result.Seconds), Cost: part.Float(w.costs[p.result.Key])}
	return w.append(string(sweep.PointDone), d, p.result)
}

// usable is nil while the writer can write.
func (w *Writer) usable() error {
	if w.err == nil && w.file == nil {
		return w.s.Wrap(errors.New("the journal is closed"))
	}
	return w.err
}

// append writes one record, after those that every journal begins with.
func (w *Writer) append(kind string, data any, result *result.Result) error {
	if err := w.usable(); err != nil {
		return err
	}
	if w.n == 0 {
		if err := w.begin(); err != nil {
			return err
		}
	}
	return w.write(kind, data, result)
}

// begin writes who writes, and then the points that were published without a
// line in any journal because their writer was killed in between.
func (w *Writer) begin() error {
	if err := w.s.at.Sync(store.PointsDir); err != nil {
		return w.s.Wrap(err)
	}
	err := w.write(record.KindOpened, record.Opened{
		Host: hostName(), PID: processID(), Boot: bootID(), PIDs: pidNamespace(), Process: w.process, Session: store.Absolute(w.s.at.Path(".")), Computes: w.computes, CPU: cpuName(), Engine: sweep.Version, KernelPath: sweep.KernelPath(),
		Go: runtime.Version(), GOMAXPROCS: parallel.Processors(), Heartbeat: record.Heartbeat.Seconds(), Task: w.Task,
	}, nil)
	w.beat = time.AfterFunc(record.Heartbeat, w.tellAlive)
	for _, r := range w.s.unrecorded {
		if err == nil {
			err = w.write(r.Kind, r.Data, r.Result)
		}
	}
	if err == nil && w.Task == nil && !w.private { // of a thousand tasks each would list all points
		w.removeLeft()
	}
	return err
}

// write puts one record on a line, and on disk: at once, but for the stages of
// a sweep, which come in crowds, and what nobody sees yet.
func (w *Writer) write(kind string, data any, result *result.Result) error {
	d, err := jsonl.Marshal(data)
	if err != nil {
		return w.s.Wrap(fmt.Errorf("record %q: %w", kind, err))
	}
	// What has passed since the journal was opened counts: the clock may be set meanwhile.
	w.t = max(w.t, w.from+w.clock().Sub(w.begun).Milliseconds())
	r := record.Record{N: w.n + 1, T: w.t, Kind: kind, Data: d, Writer: w.id, Result: result}
	b, err := record.Encode(r)
	if err != nil {
		return w.s.Wrap(err)
	}
	if _, err := w.file.Write(b); err != nil {
		w.err = w.diskError(err)
		return w.err
	}
	w.n++
	if w.beat != nil {
		w.beat.Reset(record.Heartbeat)
	}
	if kind != string(sweep.StageDone) && !(w.private && kind != record.KindClosed) {
		w.sync()
	} else if w.timer == nil {
		w.timer = time.AfterFunc(syncAfter, func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.timer != nil {
				w.sync()
			}
		})
	}
	if w.err == nil && w.watch != nil {
		w.watch(r)
	} else if w.err == nil && w.computes {
		w.unheard = append(w.unheard, r)
	}
	return w.err
}

// tellAlive records that the writer lives, where nothing else did for a while.
func (w *Writer) tellAlive() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file != nil && w.err == nil {
		w.write(record.KindAlive, struct{}{}, nil) // an error stays with the writer
	}
}

// sync forces what is written to disk.
func (w *Writer) sync() {
	w.stopTimer()
	if err := w.file.Sync(); err != nil && w.err == nil {
		w.err = w.diskError(err)
	}
}

func (w *Writer) diskError(err error) error {
	return &store.DiskError{Err: w.s.Wrap(fmt.Errorf("%w; what was published is safe: put this right, then resume the session", err))}
}

func (w *Writer) stopTimer() {
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}

// Writable refuses a packed session, and one that the disk did not give in full:
// what it hid would be computed twice.
func (s *Session) Writable() error {
	if s.at.Packed() {
		return message.Usagef("%s is packed, and can only be looked at: sfatui unpack %[1]s makes a session of it that can be gone on with", message.Clean(s.Dir))
	}
	return s.whole()
}

// whole refuses a session that the disk did not give in full.
func (s *Session) whole() error {
	if err := s.damages.Unread; err != nil {
		return &store.DiskError{Err: s.Wrap(fmt.Errorf("it cannot be read in full: %w; put the disk right, or delete the file to have what it held computed again", err))}
	}
	return nil
}
