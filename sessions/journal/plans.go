package journal

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
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// PublishPlan publishes the plan with a number, and returns what a header declares of it.
func PublishPlan(in store.Dir, number int, entries []sweep.Entry) (record.Plan, error) {
	file, err := encodePlan(entries)
	if err == nil {
		err = in.Publish(planPath(number), file)
	}
	p := planFile{name: strings.TrimSuffix(planName(number), store.PlanExt), entries: entries, sum: hashOf(file)}
	return p.data(), err
}

// rel returns the plan's path relative to the session.
func (p planFile) rel() string { return filepath.Join(store.PlanDir, p.name+store.PlanExt) }

// planNumber returns the number of the plan with a name, or 0 for an invalid name.
func planNumber(name string) int {
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || planName(n) != name+store.PlanExt {
		return 0
	}
	return n
}

// readPlans reads all plans of a session in the order of their numbers, and compares them
// with those that the header and the journals declare. Read the journals first. It returns
// the number of stray files.
func readPlans(c *Contents) (strayFiles int) {
	names, strayFiles, err := c.files.List(store.PlanDir, store.PlanExt)
	if err != nil {
		c.damages.Failed(store.PlanDir, 0, err, "plans")
		return strayFiles
	}
	names = slices.DeleteFunc(names, func(name string) bool { return planNumber(name) == 0 })
	slices.SortFunc(names, func(a, b string) int { return planNumber(a) - planNumber(b) })
	for _, name := range names {
		c.plans = append(c.plans, readPlan(c.files, c.origin.keys(), name, &c.damages))
	}
	declared := declaredPlans(c)
	findGaps(c, declared)
	comparePlans(c, declared)
	return strayFiles
}

// readPlan reads one plan. A damaged line loses only that line.
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

// declaredPlan is a plan as declared by the header or a journal, whose name is in by.
type declaredPlan struct {
	record.Plan
	by string
}

// declaredPlans returns the initial plans that the header declares and the added plans that
// the journals declare.
func declaredPlans(c *Contents) []declaredPlan {
	var declared []declaredPlan
	add := func(d record.Plan, by string) {
		if planNumber(d.Plan) > 0 && d.Points >= 0 && d.Points <= math.MaxInt32 {
			declared = append(declared, declaredPlan{d, by})
		}
	}
	for _, d := range c.origin.Plans {
		add(d, "the header")
	}
	for _, r := range c.records {
		if r.Kind != record.KindPlanned {
			continue
		}
		if d, ok := record.DataOf[record.Plan](r); ok {
			add(d, "a journal")
		}
	}
	return declared
}

// findGaps reports gaps in the numbers of the plans as damage. It ignores declared plans,
// which comparePlans reports.
func findGaps(c *Contents, declared []declaredPlan) {
	next := 1
	known := func(number int) bool {
		return slices.ContainsFunc(declared, func(t declaredPlan) bool { return planNumber(t.Plan.Plan) == number })
	}
	for _, p := range c.plans {
		last := planNumber(p.name) - 1
		for next <= last && known(next) {
			next++
		}
		if next <= last {
			c.damages.Add(store.PlanDir, 0, fmt.Sprintf("no plan from %s to %s", planName(next), planName(last)), "points of the plan")
		}
		next = last + 2
	}
	if len(c.plans) == 0 && len(declared) == 0 {
		c.damages.Add(store.PlanDir, 0, "no plan", "the plan")
	}
}

// comparePlans reports declared plans that are missing or replaced as damage, and counts
// their points as lost.
func comparePlans(c *Contents, declared []declaredPlan) {
	at := map[string]*planFile{}
	for i := range c.plans {
		at[c.plans[i].name] = &c.plans[i]
	}
	reported := map[string]bool{}
	for _, t := range declared {
		p, ok := at[t.Plan.Plan]
		if reported[t.Plan.Plan] || ok && (p.damaged || p.matches(t.Plan)) {
			continue
		}
		reported[t.Plan.Plan] = true
		lost := fmt.Sprintf("its %s, until they are planned again", message.Counted(t.Points, "point"))
		rel := planFile{name: t.Plan.Plan}.rel()
		if ok {
			p.damaged = true
			c.lostPoints += t.Points
			c.damages.Add(rel, 0, fmt.Sprintf("not the plan of %s that %s lists", message.Counted(t.Points, "point"), t.by), lost)
		} else if c.files.Missing(rel) {
			c.lostPoints += t.Points
			c.damages.Add(rel, 0, fmt.Sprintf("missing, though %s lists it", t.by), lost)
		}
	}
	findCopy(c, declared)
}

// matches reports whether the plan has the declared number of points and checksum. Plans
// declared without a checksum match any.
func (p planFile) matches(d record.Plan) bool {
	return len(p.entries) == d.Points && (d.SHA256 == "" || d.SHA256 == p.sum)
}

// findCopy reports an undeclared first plan that equals another plan as damage, because the
// points of the first plan are then in no plan.
func findCopy(c *Contents, declared []declaredPlan) {
	if len(c.plans) < 2 || c.plans[0].name != "0001" || c.plans[0].damaged ||
		slices.ContainsFunc(declared, func(t declaredPlan) bool { return t.Plan.Plan == "0001" }) {
		return
	}
	for _, p := range c.plans[1:] {
		if p.sum == c.plans[0].sum {
			c.plans[0].damaged = true
			c.damages.Add(c.plans[0].rel(), 0, "a copy of "+p.rel(), "the points of the first plan")
			return
		}
	}
}
