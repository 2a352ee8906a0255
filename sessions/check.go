package sessions

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Report is the result of [Check].
type Report struct {
	Name string // from the header
	UUID string

	journal.Tally
	Planned      int // points in all plans
	Failed       int // published with an error
	Missing      int // planned but not published
	Unplanned    int // published but not planned
	Artifacts    int // kept arrays
	StartedTasks int // distinct tasks started, of the latest division into Tasks
	Tasks        int
	Duplicated   int // points that two writers computed to the same bytes
	Submitted    int // submissions to a batch system; not part of the record

	Damage []store.Damage
}

// Check reads all files of a session and verifies them: the checksums of the header, of
// each line of plans and journals and of each point; the numbers of plans and records; and
// each point against plan and journal. Damage is listed in the report. The error is for a
// path without a session, and for a session of a newer format.
func Check(dir string) (Report, error) {
	in, err := OpenDir(store.At(dir))
	if err != nil {
		return Report{}, err
	}
	defer in.Close()
	h, err := ReadHeader(in)
	var damaged *store.DamagedError
	if errors.As(err, &damaged) {
		h = Header{}
	} else if err != nil {
		return Report{}, err
	}
	s := &Session{Contents: journal.Read(in, h.Origin(), nil), Header: h}
	rep := Report{Name: h.Name, UUID: h.UUID, Tally: s.Tally(), Planned: len(s.Plan()), Missing: len(s.Missing())}
	if damaged != nil {
		rep.Damage = append(rep.Damage, damaged.Damage)
	}
	rep.Damage = append(rep.Damage, s.Damage()...)
	var more store.Damages
	artifacts, strayFiles := s.Artifacts().check(&more)
	rep.Artifacts, rep.StrayFiles = artifacts, rep.StrayFiles+strayFiles
	rep.Unplanned = rep.Points - (rep.Planned - rep.Missing)
	for _, r := range s.Done() {
		if r.Error != "" {
			rep.Failed++
		}
	}
	st := s.State()
	rep.countTasks(s, st)
	if submissions, _, err := in.List(store.JobsDir, ".json"); err == nil {
		rep.Submitted = len(submissions)
	}
	for _, key := range st.Conflicts {
		more.Add(journal.PointPath(key), 0, "computed twice with different results", "the second")
	}
	rep.Damage = append(rep.Damage, more.All()...)
	return rep, nil
}

// countTasks counts the started tasks and the points that two writers computed.
func (r *Report) countTasks(s *Session, st record.State) {
	begun := map[int]bool{}
	for _, t := range st.Tasks() {
		if r.Tasks != t.Task.N {
			r.Tasks = t.Task.N
			clear(begun)
		}
		begun[t.Task.I] = true
	}
	r.StartedTasks = len(begun)
	first := map[string]string{}
	for _, rec := range s.Records() {
		d, ok := record.DataOf[record.Point](rec)
		if rec.Kind != string(sweep.PointDone) || !ok || d.Seconds == 0 {
			continue // no computing time: the point was published by another writer
		}
		if by, ok := first[d.Key]; !ok {
			first[d.Key] = rec.Writer
		} else if by != rec.Writer {
			r.Duplicated++
		}
	}
}

// String returns the report in lines. The last line is the verdict.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "session  %s %s\n", r.Name, r.UUID)
	fmt.Fprintf(&b, "plan     points: %d, files: %d\n", r.Planned, r.Plans)
	fmt.Fprintf(&b, "points   finished: %d, of them failed: %d, to do: %d\n", r.Points, r.Failed, r.Missing)
	fmt.Fprintf(&b, "journal  records: %d, writers: %d\n", r.Records, r.Writers)
	killed := " (a writer was killed; nothing is lost)"
	if slices.ContainsFunc(r.Damage, func(d store.Damage) bool { return d.File == store.JournalDir }) {
		killed = ""
	}
	notes := []struct {
		n    int
		text string
	}{
		{r.Artifacts, "kept arrays: %d"},
		{r.Submitted, "submissions to a batch system: %d"},
		{r.Tasks - r.StartedTasks, "tasks that never started: %d"},
		{r.Duplicated, "computed twice, to the same bytes: %d"},
		{r.Truncated, "unfinished last lines: %d (still being written, or a writer was killed)"},
		{r.Unjournaled, "published without a journal line: %d" + killed},
		{r.Unplanned, "points without a plan: %d"},
		{r.StrayFiles, "temporary files of killed writers: %d (delete them when no process is running)"},
	}
	for _, n := range notes {
		if n.n > 0 {
			fmt.Fprintf(&b, "note     "+n.text+"\n", n.n)
		}
	}
	for _, d := range r.Damage {
		fmt.Fprintf(&b, "damage   %s\n", d)
	}
	if len(r.Damage) == 0 {
		b.WriteString("no damage: every checksum matches\n")
	} else {
		fmt.Fprintf(&b, "damaged: %d\n", len(r.Damage))
	}
	return b.String()
}
