package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"runtime"
	"sync"
	"time"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// syncAfter is the longest time that a record waits to be synced to disk.
const syncAfter = time.Second

// Writer records a running sweep in its own journal. It is a [sweep.Sink]. Its methods may
// be called from any goroutine. After a disk error it writes nothing more, as the journal
// may end in an unfinished line; the next writer opens a new journal.
type Writer struct {
	// Task is the share of the sweep that the writer computes. Set it before the first
	// event.
	Task *record.Task
	// Private reports that the session is not visible to others yet, so that records need
	// not be synced one by one. Set it before the first event.
	Private bool

	c     *Contents
	id    string
	clock func() time.Time

	mu        sync.Mutex
	watch     func(record.Record)
	unwatched []record.Record // written by Claim before Watch was called
	file      store.File      // nil when closed
	n         uint64
	begun     time.Time // when the journal was opened, by clock
	from      int64     // T of records at that time
	t         int64     // T of the last record
	err       error
	timer     *time.Timer // runs while records wait to be synced
	beat      *time.Timer // runs while the journal is open
	costs     map[string]float64
	wrote     map[string]point // points published by this writer

	// computes reports that the writer has announced that it will compute.
	computes bool
	process  string // see [record.Opened]
}

// Writer opens a new journal that takes its times from clock. A packed session, or one that
// could not be read in full, is an error.
func (c *Contents) Writer(clock func() time.Time) (*Writer, error) {
	if err := c.Writable(); err != nil {
		return nil, err
	}
	w := &Writer{c: c, clock: clock, process: store.Process(), costs: map[string]float64{}, wrote: map[string]point{}}
	for _, e := range c.Plan() {
		w.costs[e.Key] = e.Cost
	}
	// Records follow the existing ones even if the clock is behind the last writer's.
	if len(c.records) > 0 {
		w.t = c.records[len(c.records)-1].T + 1
	}
	for try := 0; ; try++ {
		w.begun = clock()
		w.id = w.begun.UTC().Format("20060102T150405.000Z") + "-" + store.RandomHex(4)
		f, err := c.files.CreateAppend(journalPath(w.id))
		if err == nil {
			w.file = f
			w.t = max(w.t, w.begun.Sub(c.origin.Created).Milliseconds())
			w.from = w.t
			return w, nil
		}
		if !errors.Is(err, fs.ErrExist) || try == 3 {
			return nil, c.Wrap(err)
		}
	}
}

// Watch sets the function that receives every record in order after it is written, so that
// a live screen can [record.Reduce] the same records as a replay. It first passes the
// records that [Writer.Claim] wrote, unless the session must be read again. watch must not
// call the Writer.
func (w *Writer) Watch(watch func(record.Record)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.unwatched {
		watch(r)
	}
	w.watch, w.unwatched = watch, nil
}

// Handle records an event of the sweep. It publishes a finished point before recording it.
// An error means that the event is not safely recorded.
func (w *Writer) Handle(e sweep.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e.Kind == sweep.PointDone {
		if e.Result == nil {
			panic("journal: a point.done needs a result")
		}
		return w.pointDone(*e.Result)
	}
	return w.append(string(e.Kind), record.Event{Total: e.Total, Stage: e.Stage, Reason: e.Reason}, nil)
}

// Command records a user's command, such as "start", "pause", "cancel" or "edit". data is
// nil or encodes as a JSON object.
func (w *Writer) Command(kind string, data any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if data == nil {
		data = struct{}{}
	}
	return w.append(record.KindCommand+kind, data, nil)
}

// Record records data under a kind that is neither an event nor a command. data encodes as
// a JSON object.
func (w *Writer) Record(kind string, data any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(kind, data, nil)
}

// Note records a note on the point's choice of parameters.
func (w *Writer) Note(p part.Point, text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(record.KindNote, record.Note{Point: p.Config(), Text: record.CleanNote(text)}, nil)
}

// Unplanned returns the points of the entries that are in no plan of the session.
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

// AddPlan publishes a further plan with the entries that are not planned yet. It does
// nothing if all are planned.
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
		return w.c.Wrap(err)
	}
	name, err := publishPlan(w.c.files, b)
	if err != nil {
		return w.c.Wrap(err)
	}
	for _, e := range fresh {
		w.costs[e.Key] = e.Cost
	}
	return w.append(record.KindPlanned, record.Plan{Plan: name, Points: len(fresh), Cost: part.Float(cost), SHA256: hashOf(b)}, nil)
}

// Close ends the journal. A sweep that has not ended becomes interrupted.
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
		err = w.c.Wrap(closeErr)
	}
	w.file = nil
	return err
}

// written returns the points that the writer has published.
func (w *Writer) written() map[string]point {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.wrote)
}

// pointDone publishes a point and records it. A point that exists with other results is
// recorded as a conflict.
func (w *Writer) pointDone(r result.Result) error {
	if err := w.checkOpen(); err != nil {
		return err
	}
	file, err := encodePoint(r)
	if err != nil {
		return w.c.Wrap(fmt.Errorf("point: %w", err))
	}
	jsonl.CleanTexts(&r)
	cost := part.Float(w.costs[r.Key])
	sum := hashOf(file)
	err = publishPoint(w.c.files, w.c.origin.keys(), r.Key, file)
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

// TakeUp records the points among keys that other processes have published since the
// session was read, and returns their keys. It skips unreadable points.
func (w *Writer) TakeUp(keys []string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var there []string
	for _, key := range keys {
		p, err := w.c.PointFiles().readPoint(key)
		if err != nil {
			continue
		}
		d := record.Point{Key: key, SHA256: p.sum, Cost: part.Float(w.costs[key])}
		if w.append(string(sweep.PointDone), d, p.result) != nil {
			break // the next event returns the error
		}
		there = append(there, key)
	}
	return there
}

// Carry records a point that was copied from another session.
func (w *Writer) Carry(from *Contents, key string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := from.points[key]
	d := record.Point{Key: p.result.Key, SHA256: p.sum, Seconds: part.Float(p.result.Seconds), Cost: part.Float(w.costs[p.result.Key])}
	return w.append(string(sweep.PointDone), d, p.result)
}

// checkOpen returns the writer's first error, or an error if the journal is closed.
func (w *Writer) checkOpen() error {
	if w.err == nil && w.file == nil {
		return w.c.Wrap(errors.New("the journal is closed"))
	}
	return w.err
}

// append writes one record. If it is the journal's first, the opening records precede it.
func (w *Writer) append(kind string, data any, result *result.Result) error {
	if err := w.checkOpen(); err != nil {
		return err
	}
	if w.n == 0 {
		if err := w.writeOpened(); err != nil {
			return err
		}
	}
	return w.write(kind, data, result)
}

// writeOpened writes the records that begin a journal: the writer's identity, then the
// plans and points that an earlier writer published without recording. It also starts the
// heartbeat and, except in tasks, removes the temporary files of dead writers.
func (w *Writer) writeOpened() error {
	if err := w.c.files.Sync(store.PointsDir); err != nil {
		return w.c.Wrap(err)
	}
	err := w.write(record.KindOpened, record.Opened{
		Host: HostName(), PID: processID(), Boot: bootID(), PIDs: pidNamespace(), Process: w.process, Session: store.Absolute(w.c.files.Path(".")), Computes: w.computes, CPU: CPUName(), Engine: sweep.Version, KernelPath: sweep.KernelPath(),
		Go: runtime.Version(), GOMAXPROCS: parallel.Processors(), Heartbeat: record.Heartbeat.Seconds(), Task: w.Task,
	}, nil)
	w.beat = time.AfterFunc(record.Heartbeat, w.writeHeartbeat)
	for _, r := range w.c.unrecorded {
		if err == nil {
			err = w.write(r.Kind, r.Data, r.Result)
		}
	}
	if err == nil && w.Task == nil && !w.Private { // each of a thousand tasks would list all points
		removeStrayFiles(w.c, w.process)
	}
	return err
}

// write writes one record and syncs it to disk at once. Stage records, which are frequent,
// and records of a private session are synced within a second.
func (w *Writer) write(kind string, data any, result *result.Result) error {
	d, err := jsonl.Marshal(data)
	if err != nil {
		return w.c.Wrap(fmt.Errorf("record %q: %w", kind, err))
	}
	// Times count from the opening of the journal, because the clock may be set in between.
	w.t = max(w.t, w.from+w.clock().Sub(w.begun).Milliseconds())
	r := record.Record{N: w.n + 1, T: w.t, Kind: kind, Data: d, Writer: w.id, Result: result}
	b, err := record.Encode(r)
	if err != nil {
		return w.c.Wrap(err)
	}
	if _, err := w.file.Write(b); err != nil {
		w.err = w.diskError(err)
		return w.err
	}
	w.n++
	if w.beat != nil {
		w.beat.Reset(record.Heartbeat)
	}
	if kind != string(sweep.StageDone) && !(w.Private && kind != record.KindClosed) {
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
		w.unwatched = append(w.unwatched, r)
	}
	return w.err
}

// writeHeartbeat records that the writer is alive. It runs after a period without records.
func (w *Writer) writeHeartbeat() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file != nil && w.err == nil {
		w.write(record.KindAlive, struct{}{}, nil) // an error is kept in w.err
	}
}

// sync forces the written records to disk.
func (w *Writer) sync() {
	w.stopTimer()
	if err := w.file.Sync(); err != nil && w.err == nil {
		w.err = w.diskError(err)
	}
}

// diskError wraps an error of the disk with the way to continue.
func (w *Writer) diskError(err error) error {
	return &store.DiskError{Err: w.c.Wrap(fmt.Errorf("%w; what was published is safe: put this right, then resume the session", err))}
}

// stopTimer stops the pending sync.
func (w *Writer) stopTimer() {
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}
