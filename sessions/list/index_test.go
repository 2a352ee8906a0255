package list_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// later returns a time at which no file has just changed.
func later() time.Time { return time.Now().Add(time.Hour) }

// indexedSession creates a session of twelve points, some of which are
// finished; the fourth failed.
func indexedSession(t testing.TB, dir string, points int) *sessions.Session {
	t.Helper()
	s, err := sessions.Create(dir, sessions.Header{Name: "words", Data: sessions.Data{Name: "words", Hash: "data"}}, sessiontest.Keyed(sessiontest.SweptPlan(), "", "", "data"))
	must(t, err)
	w, err := s.Writer(time.Now)
	must(t, err)
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	for i, e := range s.Plan()[:points] {
		must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.SweptResult(i, e)}))
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	return s
}

// on returns an index in a folder with a clock, as a program would use it.
func on(t testing.TB, folder, program string, now func() time.Time) *list.Index {
	t.Helper()
	return list.IndexOn(func() (store.Disk, error) { return store.OpenDisk(folder) }, program, now)
}

// counted counts the summaries that an index does not contain.
type counted struct {
	list.Kept
	reads *int
}

func (c counted) Summary(in store.Dir, uuid string, read func() list.Summary) list.Summary {
	return c.Kept.Summary(in, uuid, func() list.Summary { *c.reads++; return read() })
}

// filled returns a session as a list shows it with an index, and how often it
// was read. The result must be the same without an index.
func filled(t testing.TB, x list.Kept, dir string) (it list.Item, reads int) {
	t.Helper()
	it = list.Glance(store.At(dir))
	it.Fill(store.At(dir), counted{x, &reads})
	if got, want := text(t, it), text(t, list.ItemAt(store.At(dir))); got != want {
		t.Errorf("with an index %s\nwithout %s", got, want)
	}
	return it, reads
}

func text(t testing.TB, it list.Item) string {
	t.Helper()
	b, err := json.Marshal(struct {
		list.Summary
		Status, Host string
		Tasks        list.TaskCount
		Heard        time.Time
		Name         string
	}{it.Summary, it.Status.String(), it.Host, it.Tasks, it.Updated.UTC(), it.Header.Name})
	must(t, err)
	return string(b)
}

// inPlace changes a file and restores its time.
func inPlace(t testing.TB, path string, change func([]byte) []byte) {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	b, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, change(b), 0o644))
	must(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
}

// first returns the first file in a folder of a session.
func first(t testing.TB, s *sessions.Session, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.Dir, folder))
	must(t, err)
	return filepath.Join(s.Dir, folder, entries[0].Name())
}

func flipped(b []byte) []byte {
	b = bytes.Clone(b)
	b[len(b)/2] ^= 1
	return b
}

func TestKeptUntilAnythingChanges(t *testing.T) {
	folder := t.TempDir()
	x := on(t, folder, "this", later)
	for name, change := range map[string]func(t *testing.T, s *sessions.Session){
		"a point is finished": func(t *testing.T, s *sessions.Session) {
			w, err := s.Writer(time.Now)
			must(t, err)
			must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.SweptResult(11, s.Plan()[11])}))
			must(t, w.Close())
		},
		"a note is taken": func(t *testing.T, s *sessions.Session) {
			_, err := s.Annotate(func(w *journal.Writer) error { return w.Note(s.Plan()[0].Point, "look here") })
			must(t, err)
		},
		"a point is damaged in its place, its time kept": func(t *testing.T, s *sessions.Session) { inPlace(t, first(t, s, store.PointsDir), flipped) },
		"a journal is, too":      func(t *testing.T, s *sessions.Session) { inPlace(t, first(t, s, store.JournalDir), flipped) },
		"a plan is, too":         func(t *testing.T, s *sessions.Session) { inPlace(t, first(t, s, store.PlanDir), flipped) },
		"a point is removed":     func(t *testing.T, s *sessions.Session) { must(t, os.Remove(first(t, s, store.PointsDir))) },
		"the journal is removed": func(t *testing.T, s *sessions.Session) { must(t, os.Remove(first(t, s, store.JournalDir))) },
		"the points are removed": func(t *testing.T, s *sessions.Session) { must(t, os.RemoveAll(filepath.Join(s.Dir, store.PointsDir))) },
		"a plan is added": func(t *testing.T, s *sessions.Session) {
			must(t, os.WriteFile(filepath.Join(s.Dir, store.PlanDir, "0002.jsonl"), nil, 0o644))
		},
		"a plan becomes a link": func(t *testing.T, s *sessions.Session) {
			plan := first(t, s, store.PlanDir)
			must(t, os.Rename(plan, s.Dir+"/plan.jsonl"))
			must(t, os.Symlink("../plan.jsonl", plan))
		},
		"another takes its place": func(t *testing.T, s *sessions.Session) {
			must(t, os.RemoveAll(s.Dir))
			indexedSession(t, s.Dir, 1)
		},
		"the header is written anew": func(t *testing.T, s *sessions.Session) {
			inPlace(t, filepath.Join(s.Dir, store.HeaderName), func(b []byte) []byte {
				body, _, _ := strings.Cut(string(b), `,"c":"`)
				return jsonl.AppendSum("", []byte(strings.Replace(body, `"name":"words"`, `"name":"sword"`, 1)+"}"))
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := indexedSession(t, filepath.Join(t.TempDir(), "s.sfa"), 6)
			before := names(t, s.Dir)
			if it, reads := filled(t, x, s.Dir); reads != 1 || it.Points != 6 {
				t.Fatalf("%d points, read %d times at first", it.Points, reads)
			}
			for range 2 {
				if it, reads := filled(t, x, s.Dir); reads != 0 || it.Points != 6 || it.Best == nil || it.Why == "" {
					t.Fatalf("%s, read %d times again", text(t, it), reads)
				}
			}
			if after := names(t, s.Dir); after != before {
				t.Errorf("the session has\n%s\nbefore\n%s", after, before)
			}
			change(t, s)
			if _, reads := filled(t, x, s.Dir); reads != 1 {
				t.Errorf("read %d times after the change", reads)
			}
			filled(t, x, s.Dir)
		})
	}
}

// names returns the names of a session's files.
func names(t testing.TB, dir string) string {
	var b strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		fmt.Fprintln(&b, path)
		return err
	}))
	return b.String()
}

// waitingChild is set in the environment of a process that does nothing until
// its input ends.
const waitingChild = "SFATUI_INDEX_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(waitingChild) != "" {
		io.Copy(io.Discard, os.Stdin)
		return
	}
	testenv.MemoryDisk()
	testenv.CollectRarely()
	os.Exit(m.Run())
}

// A process may end without a record, so that every listing checks whether the
// writers are alive.
func TestProcessesAreAskedAnew(t *testing.T) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), waitingChild+"=1")
	input, err := child.StdinPipe()
	must(t, err)
	defer input.Close()
	must(t, child.Start())
	s := indexedSession(t, filepath.Join(t.TempDir(), "s.sfa"), 2)
	journal := first(t, s, store.JournalDir)
	file, err := os.ReadFile(journal)
	must(t, err)
	writer := strings.TrimSuffix(filepath.Base(journal), store.JournalExt)
	var out []byte
	for line := range strings.Lines(string(file)) {
		body, _, _ := strings.Cut(line, `,"c":"`)
		if strings.Contains(body, string(sweep.Ended)) {
			break
		}
		body = strings.Replace(body, fmt.Sprintf(`"pid":%d`, os.Getpid()), fmt.Sprintf(`"pid":%d`, child.Process.Pid), 1)
		out = append(out, jsonl.AppendSum(writer, []byte(body+"}"))...)
	}
	must(t, os.WriteFile(journal, out, 0o644))
	x := on(t, t.TempDir(), "this", later)
	for range 2 {
		if it, _ := filled(t, x, s.Dir); it.Status != record.Running {
			t.Errorf("%s while its process lives", it.Status)
		}
	}
	must(t, child.Process.Kill())
	child.Wait()
	if it, reads := filled(t, x, s.Dir); it.Status != record.Interrupted || reads != 0 {
		t.Errorf("%s, read %d times, once its process is dead", it.Status, reads)
	}
}

// A file that may change within the same tick of a file system's clock is not
// cached.
func TestFreshIsNotKept(t *testing.T) {
	made := time.Now() // however long the test then takes
	s := indexedSession(t, filepath.Join(t.TempDir(), "s.sfa"), 2)
	fresh := on(t, t.TempDir(), "this", func() time.Time { return made })
	for range 2 {
		if _, reads := filled(t, fresh, s.Dir); reads != 1 {
			t.Errorf("read %d times just after it was made", reads)
		}
	}
	folder := t.TempDir()
	x := on(t, folder, "this", later)
	it := list.Glance(store.At(s.Dir))
	it.Fill(store.At(s.Dir), during{x, func() { must(t, os.Remove(first(t, s, store.PointsDir))) }})
	if _, reads := filled(t, x, s.Dir); reads != 1 {
		t.Error("kept though it changed while it was read")
	}
}

// during calls a function while a session is read.
type during struct {
	list.Kept
	do func()
}

func (d during) Summary(in store.Dir, uuid string, read func() list.Summary) list.Summary {
	return d.Kept.Summary(in, uuid, func() list.Summary { u := read(); d.do(); return u })
}

func TestEntriesOfOthers(t *testing.T) {
	folder, home := t.TempDir(), t.TempDir()
	a, b := indexedSession(t, filepath.Join(home, "a.sfa"), 2), indexedSession(t, filepath.Join(home, "b.sfa"), 3)
	x := on(t, folder, "this", later)
	filled(t, x, a.Dir)
	of := func() string {
		entries, err := os.ReadDir(folder)
		must(t, err)
		return filepath.Join(folder, entries[0].Name())
	}
	entry := of()
	if _, reads := filled(t, on(t, folder, "another", later), a.Dir); reads != 1 {
		t.Error("taken from another program")
	}
	filled(t, x, a.Dir)
	text, err := os.ReadFile(entry)
	must(t, err)
	must(t, os.Remove(entry))
	filled(t, x, b.Dir)
	must(t, os.WriteFile(of(), text, 0o644))
	if it, reads := filled(t, x, b.Dir); reads != 1 || it.Points != 3 {
		t.Error("taken from another session")
	}
}

// entryOf returns the only entry of an index of a session with that many
// points: its file and text.
func entryOf(t *testing.T, points int) (s *sessions.Session, x *list.Index, path string, text []byte) {
	t.Helper()
	folder := t.TempDir()
	s = indexedSession(t, filepath.Join(t.TempDir(), "s.sfa"), points)
	x = on(t, folder, "this", later)
	filled(t, x, s.Dir)
	entries, err := os.ReadDir(folder)
	must(t, err)
	path = filepath.Join(folder, entries[0].Name())
	text, err = os.ReadFile(path)
	must(t, err)
	return s, x, path, text
}

func TestDamagedEntries(t *testing.T) {
	s, x, path, whole := entryOf(t, 2)
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range 60 {
		bad := bytes.Clone(whole)
		switch at := rng.IntN(len(bad)); i % 3 {
		case 0:
			bad[at] ^= 1 << rng.IntN(8)
		case 1:
			bad = bad[:at]
		case 2:
			bad = append(bad, bad[at:]...)
		}
		must(t, os.WriteFile(path, bad, 0o644))
		if _, reads := filled(t, x, s.Dir); reads != 1 {
			t.Errorf("seed %d, change %d: a damaged entry was taken", seed, i)
		}
	}
	for _, put := range []func() error{
		func() error { return os.Mkdir(path, 0o755) },
		func() error { return os.Symlink("/dev/zero", path) },
		func() error { return errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, 1<<30)) },
	} {
		must(t, os.Remove(path))
		must(t, put())
		filled(t, x, s.Dir)
	}
}

// Hostile text in an entry with a correct checksum is cleaned.
func TestTextsAreCleaned(t *testing.T) {
	s, x, path, whole := entryOf(t, 6)
	body, _, _ := strings.Cut(string(whole), `,"c":"`)
	bad := strings.NewReplacer(`rank is 0`, `\u001b]0;`, `"Label":"`, `"Label":"\u001b[2J`).Replace(body)
	must(t, os.WriteFile(path, jsonl.AppendSum(s.Dir+"\nthis", []byte(bad+"}")), 0o644))
	it := list.Glance(store.At(s.Dir))
	reads := 0
	it.Fill(store.At(s.Dir), counted{x, &reads})
	if reads != 0 || strings.ContainsRune(it.Why+it.Best.Label, '\x1b') {
		t.Errorf("%q %q, read %d times", it.Why, it.Best.Label, reads)
	}
}

// An index whose disk fails at any call does not change the list.
func TestEveryCallOfTheIndexMayFail(t *testing.T) {
	sessiontest.Promise(t, 70)
	s := indexedSession(t, filepath.Join(t.TempDir(), "s.sfa"), 2)
	faults := append(append([]sessiontest.Fault{}, sessiontest.Faults...), sessiontest.LostReplies...)
	for _, fault := range faults {
		sessiontest.EachCall(t, fault, func(name string, from int) bool {
			disk := sessiontest.NewFaulty(t, t.TempDir(), fault, from)
			x := list.IndexOn(func() (store.Disk, error) { return disk, nil }, "this", later)
			for range 3 {
				filled(t, x, s.Dir)
			}
			disk.Lose()
			filled(t, x, s.Dir)
			return disk.Hit > 0
		})
	}
}

func TestProcessesShareAnIndex(t *testing.T) {
	folder, home := t.TempDir(), t.TempDir()
	for i := range 4 {
		indexedSession(t, filepath.Join(home, fmt.Sprintf("%d.sfa", i)), 2+i)
	}
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			x := on(t, folder, "this", later)
			for i := range 12 {
				filled(t, x, filepath.Join(home, fmt.Sprintf("%d.sfa", i%4)))
			}
		})
	}
	wg.Wait()
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 4 {
		t.Errorf("%d entries for 4 sessions: %v", len(entries), err)
	}
}

func TestIndexIsBounded(t *testing.T) {
	folder := t.TempDir()
	for i := range 100 {
		path := filepath.Join(folder, fmt.Sprintf("%032d.json", i))
		must(t, os.WriteFile(path, nil, 0o644))
		must(t, os.Truncate(path, 1<<20))
		must(t, os.Chtimes(path, time.Time{}, time.Now().Add(-time.Duration(i+1)*time.Minute)))
	}
	left := filepath.Join(folder, ".killed")
	must(t, os.WriteFile(left, nil, 0o644))
	must(t, os.Chtimes(left, time.Time{}, time.Now().Add(-time.Hour)))
	s := indexedSession(t, filepath.Join(t.TempDir(), "s.sfa"), 2)
	x := on(t, folder, "this", later)
	filled(t, x, s.Dir)
	entries, err := os.ReadDir(folder)
	must(t, err)
	if len(entries) < 30 || len(entries) > 34 {
		t.Errorf("%d entries of 1 MiB", len(entries))
	}
	if _, reads := filled(t, x, s.Dir); reads != 0 || store.Exists(left) {
		t.Error("the newest is gone, or what was left over is not")
	}
}

// A folder in which others can write is not used, nor one that cannot be
// created.
func TestFolderIsPrivate(t *testing.T) {
	s := indexedSession(t, filepath.Join(t.TempDir(), "s.sfa"), 2)
	open := t.TempDir()
	must(t, os.Chmod(open, 0o777))
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o644))
	for _, folder := range []string{open, file, filepath.Join(file, "sub"), ""} {
		x := list.IndexIn(folder)
		for range 2 {
			if _, reads := filled(t, x, s.Dir); reads != 1 {
				t.Errorf("%q is used", folder)
			}
		}
	}
	if entries, err := os.ReadDir(open); err != nil || len(entries) > 0 {
		t.Errorf("%v %v in a folder of others", entries, err)
	}
}

func TestPackedIsKept(t *testing.T) {
	dir := t.TempDir()
	packed := filepath.Join(dir, "s.sfa.tar")
	pack := func(points int) {
		s := indexedSession(t, filepath.Join(t.TempDir(), "s.sfa"), points)
		f, err := os.Create(packed)
		must(t, err)
		must(t, reopened(t, s).Pack(f))
		must(t, f.Close())
	}
	pack(2)
	x := on(t, t.TempDir(), "this", later)
	for i, want := range []int{1, 0, 0} {
		if it, reads := filled(t, x, packed); reads != want || it.Points != 2 {
			t.Errorf("look %d: %d points, read %d times", i, it.Points, reads)
		}
	}
	pack(3)
	if it, reads := filled(t, x, packed); reads != 1 || it.Points != 3 {
		t.Errorf("%d points, read %d times when it was packed anew", it.Points, reads)
	}
}

// reopened reads the session again.
func reopened(t testing.TB, s *sessions.Session) *sessions.Session {
	now, err := s.Reopen()
	must(t, err)
	return now
}
