package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// readJournal reads a journal with the given bytes.
func readJournal(t testing.TB, writer string, file []byte) ([]record.Record, []store.Damage, *journal) {
	t.Helper()
	j := &journal{writer: writer}
	var ds store.Damages
	rs, err := j.scan(bytes.NewReader(file), &ds)
	must(t, err)
	return rs, ds.All(), j
}

func numbers(rs []record.Record) []uint64 {
	var ns []uint64
	for _, r := range rs {
		ns = append(ns, r.N)
	}
	return ns
}

// shortJournal returns a session of two points with a journal of eight records.
func shortJournal(t testing.TB) (s *Contents, writer string, file []byte) {
	s = newSession(t, 2)
	recordPoints(t, s, s.Plan(), "done")
	writer, file = sessiontest.OnlyJournal(t, s.Dir)
	if n := bytes.Count(file, []byte("\n")); n != 8 {
		t.Fatalf("the journal has %d lines", n)
	}
	return s, writer, file
}

func TestTruncationAtEveryByte(t *testing.T) {
	s, writer, file := shortJournal(t)
	for cut := range len(file) + 1 {
		rs, damage, j := readJournal(t, writer, file[:cut])
		lines := bytes.Count(file[:cut], []byte("\n"))
		torn := cut > 0 && file[cut-1] != '\n'
		if len(rs) != lines || len(damage) != 0 || j.torn != torn {
			t.Fatalf("cut at %d: %d records of %d lines, damage %v, torn %v", cut, len(rs), lines, damage, j.torn)
		}
		if cut%50 == 0 {
			must(t, os.WriteFile(filepath.Join(s.Dir, j.rel()), file[:cut], 0o644))
			if s := reopen(t, s); len(s.State().Results) != 2 || len(s.Damage()) != 0 {
				t.Fatalf("cut at %d: %d points, damage %v", cut, len(s.State().Results), s.Damage())
			}
		}
	}
}

func TestBitFlipsInAJournal(t *testing.T) {
	s, writer, file := shortJournal(t)
	line := uint64(1)
	for at := range file {
		for bit := range 8 {
			flipped := slices.Clone(file)
			flipped[at] ^= 1 << bit
			rs, damage, _ := readJournal(t, writer, flipped)
			if len(damage) == 0 || damage[0].Line != int(line) {
				t.Fatalf("byte %d bit %d in line %d: damage is %v", at, bit, line, damage)
			}
			got := numbers(rs)
			for n := uint64(1); n <= 8; n++ {
				if n != line && !slices.Contains(got, n) {
					t.Fatalf("byte %d bit %d cost record %d: %v", at, bit, n, got)
				}
			}
		}
		if at%100 == 0 {
			flipped := slices.Clone(file)
			flipped[at] ^= 4
			must(t, os.WriteFile(filepath.Join(s.Dir, store.JournalDir, writer+store.JournalExt), flipped, 0o644))
			if s := reopen(t, s); len(s.State().Results) != 2 || len(s.Damage()) == 0 {
				t.Fatalf("byte %d: %d points, damage %v", at, len(s.State().Results), s.Damage())
			}
		}
		if file[at] == '\n' {
			line++
		}
	}
}

func TestBitFlipsInAPlan(t *testing.T) {
	plan := sessiontest.Plan(3)
	file, err := encodePlan(plan)
	must(t, err)
	line := 0
	for at := range file {
		for bit := range 8 {
			if !testenv.Full() && bit != at%8 {
				continue
			}
			flipped := slices.Clone(file)
			flipped[at] ^= 1 << bit
			var ds store.Damages
			entries := scanPlan(keys{}, "plan", bytes.NewReader(flipped), &ds)
			if len(ds.All()) == 0 {
				t.Fatalf("byte %d bit %d was not noticed", at, bit)
			}
			for i, e := range plan {
				if i != line && !slices.Contains(entries, e) {
					t.Fatalf("byte %d bit %d in line %d cost line %d", at, bit, line+1, i+1)
				}
			}
		}
		if file[at] == '\n' {
			line++
		}
	}
	for cut := range file {
		var ds store.Damages
		if scanPlan(keys{}, "plan", bytes.NewReader(file[:cut]), &ds); len(ds.All()) == 0 {
			t.Fatalf("a plan cut at %d was not noticed", cut)
		}
	}
}

func TestPlanWithoutALine(t *testing.T) {
	file, err := encodePlan(sessiontest.Plan(3))
	must(t, err)
	lines := bytes.SplitAfter(file, []byte("\n"))
	for i := range 4 {
		var ds store.Damages
		scanPlan(keys{}, "plan", bytes.NewReader(bytes.Join(slices.Delete(slices.Clone(lines), i, i+1), nil)), &ds)
		if len(ds.All()) != 1 {
			t.Errorf("without line %d: damage %v", i+1, ds.All())
		}
	}
}

func TestGapsAndStrangeLines(t *testing.T) {
	_, writer, file := shortJournal(t)
	lines := bytes.SplitAfter(file, []byte("\n"))
	lines = lines[:len(lines)-1]
	seal := func(text string) []byte { return jsonl.AppendSum(writer, []byte(text)) }
	long := seal(`{"n":3,"t":1,"k":"x","d":"` + strings.Repeat("a", jsonl.MaxLine) + `"}`)
	tests := []struct {
		name  string
		lines [][]byte
		want  []uint64
		what  []string
	}{
		{"a line is gone", [][]byte{lines[0], lines[1], lines[3]}, []uint64{1, 2, 4}, []string{"no records from 3 to 3"}},
		{"a line comes twice", [][]byte{lines[0], lines[1], lines[1], lines[2]}, []uint64{1, 2, 3}, []string{"record 2 after record 2"}},
		{"a damaged line explains a gap", [][]byte{lines[0], []byte("xx\n"), lines[2]}, []uint64{1, 3}, []string{"bad checksum"}},
		{"a damaged line explains one gap only", [][]byte{lines[0], []byte("xx\n"), lines[2], lines[4]}, []uint64{1, 3, 5}, []string{"bad checksum", "no records from 4 to 4"}},
		{"an empty line", [][]byte{lines[0], []byte("\n"), lines[1]}, []uint64{1, 2}, []string{"bad checksum"}},
		{"too long a line", [][]byte{lines[0], lines[1], long, lines[3]}, []uint64{1, 2, 4}, []string{"longer than"}},
		{"too long a tail", [][]byte{lines[0], long[:jsonl.MaxLine+10]}, []uint64{1}, []string{"longer than"}},
		{"sealed, but no record", [][]byte{lines[0], seal(`{"n":"two"}`), seal(`[1}`)}, []uint64{1}, []string{"not a record", "not a record"}},
		{"out of range", [][]byte{seal(`{"n":1,"t":-1,"k":"x"}`), seal(`{"n":0,"t":1,"k":"x"}`)}, nil, []string{"out of range", "out of range"}},
		{"another writer's line", [][]byte{lines[0], jsonl.AppendSum("other", []byte(`{"n":2,"t":1,"k":"x"}`))}, []uint64{1}, []string{"bad checksum"}},
		{"unknown kind and fields", [][]byte{lines[0], seal(`{"n":2,"t":1,"k":"from.later","new":[],"d":{"c":"12345678"}}`)}, []uint64{1, 2}, nil},
	}
	for _, tt := range tests {
		rs, damage, _ := readJournal(t, writer, bytes.Join(tt.lines, nil))
		if !slices.Equal(numbers(rs), tt.want) || len(damage) != len(tt.what) {
			t.Errorf("%s: records %v, damage %v", tt.name, numbers(rs), damage)
			continue
		}
		for i, d := range damage {
			if !strings.Contains(d.What, tt.what[i]) {
				t.Errorf("%s: damage is %v", tt.name, d)
			}
		}
	}
	_, damage, _ := readJournal(t, writer, bytes.Repeat([]byte("\n"), 5000))
	if len(damage) != 101 || !strings.HasPrefix(damage[100].What, "4900 more") {
		t.Errorf("5000 empty lines give %d damages", len(damage))
	}
}

func TestMissingFilesAndFolders(t *testing.T) {
	s := newSession(t, 2)
	recordPoints(t, s, s.Plan(), "done")
	key := s.Plan()[1].Key
	must(t, os.Remove(filepath.Join(s.Dir, PointPath(key))))
	s = reopen(t, s)
	if !slices.Equal(s.Missing(), []string{key}) || len(s.Damage()) != 1 || len(s.State().Results) != 1 {
		t.Errorf("without a point: missing %v, damage %v", s.Missing(), s.Damage())
	}
	other := sessiontest.Result(s.Plan()[0], 0)
	subset.M.Set(&other.Point, subset.M.Of(other.Point)+1)
	file, err := encodePoint(*other)
	must(t, err)
	must(t, s.files.Replace(PointPath(other.Key), file))
	if d := reopen(t, s).Damage(); len(d) != 2 || !strings.Contains(d[0].What, "of another session") {
		t.Errorf("with a point changed by hand: damage %v", d)
	}
	for _, dir := range []string{store.PlanDir, store.JournalDir, store.PointsDir} {
		must(t, os.RemoveAll(filepath.Join(s.Dir, dir)))
	}
	s = reopen(t, s)
	if st := s.State(); len(s.Damage()) != 3 || st.Total != 0 {
		t.Errorf("without its folders: damage %v, state %+v", s.Damage(), st)
	}
	if _, err := s.Writer(time.Now); err == nil {
		t.Error("a writer without a folder for journals")
	}
}

func TestPlanFilesInOrder(t *testing.T) {
	s := newSession(t, 1)
	more, err := encodePlan(sessiontest.Plan(2)[1:])
	must(t, err)
	must(t, s.files.Publish(planPath(3), more))
	sessiontest.KillWriters(t, s.Dir, 1)
	must(t, os.WriteFile(filepath.Join(s.Dir, store.PlanDir, "notes.jsonl"), []byte("x"), 0o644))
	s = reopen(t, s)
	if len(s.Plan()) != 2 || len(s.Damage()) != 1 || !strings.Contains(s.Damage()[0].What, "0002.jsonl") {
		t.Errorf("plan %v, damage %v", s.Plan(), s.Damage())
	}
}

func TestBitFlipsInAPoint(t *testing.T) {
	s := newSession(t, 1)
	e := s.Plan()[0]
	file, err := encodePoint(*sessiontest.Result(e, 1))
	must(t, err)
	for at := range file {
		if _, err := decodePoint(keys{}, e.Key, file[:at]); err == nil {
			t.Fatalf("a point cut at %d was not noticed", at)
		}
		for bit := range 8 {
			flipped := slices.Clone(file)
			flipped[at] ^= 1 << bit
			if _, err := decodePoint(keys{}, e.Key, flipped); err == nil {
				t.Fatalf("byte %d bit %d of a point was not noticed", at, bit)
			}
		}
	}
	if _, err := decodePoint(keys{}, sessiontest.Plan(2)[1].Key, file); err == nil {
		t.Error("a point under another's name was not noticed")
	}
}
