package sessions

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

type planFile struct {
	name    string // "0001"
	entries []sweep.Entry
	sum     string // SHA-256 of the file, "" where it could not be read to its end
	damaged bool
}

func (p planFile) data() record.Plan {
	d := record.Plan{Plan: p.name, Points: len(p.entries), SHA256: p.sum}
	for _, e := range p.entries {
		d.Cost += part.Float(e.Cost)
	}
	return d
}

// rel is the plan's path in the session.
func (p planFile) rel() string { return filepath.Join(store.PlanDir, p.name+store.PlanExt) }

// planNumber is the number of the plan with the given name, 0 for none.
func planNumber(name string) int {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || planName(n) != name+store.PlanExt {
		return 0
	}
	return n
}

// readPlans reads all plans of a session in the order of their numbers, and holds
// them against what the header and the journals, which have been read, tell of
// them.
func (s *Session) readPlans() (leftovers int) {
	names, leftovers, err := s.at.List(store.PlanDir, store.PlanExt)
	if err != nil {
		s.damages.Failed(store.PlanDir, 0, err, "plans")
		return leftovers
	}
	names = slices.DeleteFunc(names, func(name string) bool { return planNumber(name) == 0 })
	slices.SortFunc(names, func(a, b string) int { return planNumber(a) - planNumber(b) })
	for _, name := range names {
		s.plans = append(s.plans, readPlan(s.at, s.Header.keys(), name, &s.damages))
	}
	told := s.declaredPlans()
	s.findGaps(told)
	s.comparePlans(told)
	return leftovers
}

// readPlan reads one plan. A bad line costs that line only.
func readPlan(in store.Dir, k keys, name string, ds *store.Damages) planFile {
	p := planFile{name: name}
	before := ds.Of(p.rel())
	f, err := in.Open(p.rel(), 0)
	if err != nil {
		ds.Failed(p.rel(), 0, err, "points of the plan")
		p.damaged = true
		return p
	}
	defer f.Close()
	h := sha256.New()
	p.entries = scanPlan(k, p.rel(), io.TeeReader(f, h), ds)
	p.sum, p.damaged = hex.EncodeToString(h.Sum(nil)), ds.Of(p.rel()) > before
	return p
}

// declaredPlan is what the header or a journal tells of a plan.
type declaredPlan struct {
	record.Plan
	by string
}

// declaredPlans are the plans that the session was made with, as the header tells,
// and those that were added, as the journals tell.
func (s *Session) declaredPlans() []declaredPlan {
	var told []declaredPlan
	add := func(d record.Plan, by string) {
		if planNumber(d.Plan) > 0 && d.Points >= 0 && d.Points <= math.MaxInt32 {
			told = append(told, declaredPlan{d, by})
		}
	}
	for _, d := range s.Header.Plans {
		add(d, "the header")
	}
	for _, r := range s.records {
		if r.Kind != record.KindPlanned {
			continue
		}
		if d, ok := record.DataOf[record.Plan](r); ok {
			add(d, "a journal")
		}
	}
	return told
}

// findGaps reports numbers that no plan has, those left out that are told of:
// [Session.comparePlans] reports them.
func (s *Session) findGaps(told []declaredPlan) {
	next := 1
	known := func(number int) bool {
		return slices.ContainsFunc(told, func(t declaredPlan) bool { return planNumber(t.Plan.Plan) == number })
	}
	for _, p := range s.plans {
		last := planNumber(p.name) - 1
		for next <= last && known(next) {
			next++
		}
		if next <= last {
			s.damages.Add(store.PlanDir, 0, fmt.Sprintf("no plan from %s to %s", planName(next), planName(last)), "points of the plan")
		}
		next = last + 2
	}
	if len(s.plans) == 0 && len(told) == 0 {
		s.damages.Add(store.PlanDir, 0, "no plan", "the plan")
	}
}

func (s *Session) comparePlans(told []declaredPlan) {
	at := map[string]*planFile{}
	for i := range s.plans {
		at[s.plans[i].name] = &s.plans[i]
	}
	reported := map[string]bool{}
	for _, t := range told {
		p, ok := at[t.Plan.Plan]
		if reported[t.Plan.Plan] || ok && (p.damaged || p.is(t.Plan)) {
			continue
		}
		reported[t.Plan.Plan] = true
		lost := fmt.Sprintf("its %s, until they are planned again", message.Counted(t.Points, "point"))
		rel := planFile{name: t.Plan.Plan}.rel()
		if ok {
			p.damaged = true
			s.lostPoints += t.Points
			s.damages.Add(rel, 0, fmt.Sprintf("not the plan of %s that %s tells of", message.Counted(t.Points, "point"), t.by), lost)
		} else if s.at.Missing(rel) {
			s.lostPoints += t.Points
			s.damages.Add(rel, 0, fmt.Sprintf("missing, though %s tells of it", t.by), lost)
		}
	}
	s.findCopy(told)
}

// is reports whether the plan is the one that is told of.
func (p planFile) is(d record.Plan) bool {
	return len(p.entries) == d.Points && (d.SHA256 == "" || d.SHA256 == p.sum)
}

// findCopy reports a first plan that nothing is told of and that is the same as
// another: points of the first are in no other plan.
func (s *Session) findCopy(told []declaredPlan) {
	if len(s.plans) < 2 || s.plans[0].name != "0001" || s.plans[0].damaged ||
		slices.ContainsFunc(told, func(t declaredPlan) bool { return t.Plan.Plan == "0001" }) {
		return
	}
	for _, p := range s.plans[1:] {
		if p.sum == s.plans[0].sum {
			s.plans[0].damaged = true
			s.damages.Add(s.plans[0].rel(), 0, "a copy of "+p.rel(), "the points of the first plan")
			return
		}
	}
}

// PlanDamage is the first damage of the session's plans, nil where they are
// whole: what is missing of the sweep cannot be told from damaged plans.
func (s *Session) PlanDamage() error {
	for _, d := range s.Damage() {
		if strings.HasPrefix(d.File, store.PlanDir) {
			return &store.DamagedError{Dir: s.Dir, Damage: d}
		}
	}
	return nil
}

// Planned is the number of planned points, those of plans that are lost among
// them.
func (s *Session) Planned() int {
	return max(len(s.entries)+s.lostPoints, len(s.points))
}
