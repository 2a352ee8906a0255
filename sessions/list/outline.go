package list

import (
	"errors"
	"fmt"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/store"
)

// Outline is a session whose results stay on disk and are read on demand. For a sweep of
// many points it takes a tenth of the memory of [sessions.Open].
type Outline struct {
	Header sessions.Header
	// Points holds the finished points in the order of [journal.Contents.Finished].
	Points []OutlinePoint

	files  journal.PointFiles
	damage []store.Damage
}

// OutlinePoint is a finished point, which may have failed.
type OutlinePoint struct {
	Key   string
	Point part.Point
	// SHA256 is the checksum of the point's file, Seconds its computing time.
	SHA256  string
	Seconds float64
}

// OpenOutline reads a session as [sessions.Open] does, but does not decode planned points whose
// checksum matches the journal's. Errors in their files are returned by [Outline.Result];
// all other damage is listed by [Outline.Damage].
func OpenOutline(dir string) (*Outline, error) { return OpenOutlineAt(store.At(dir)) }

// OpenOutlineAt opens an outline at a place, which may be confined to a folder. See
// [OpenOutline].
func OpenOutlineAt(at store.Place) (*Outline, error) {
	in, err := sessions.OpenDir(at)
	if err != nil {
		return nil, err
	}
	h, err := sessions.ReadHeader(in)
	if err != nil {
		return nil, err
	}
	s, sound := journal.ReadUnsound(in, h.Origin())
	o := &Outline{Header: h, Points: make([]OutlinePoint, 0, len(s.Done())+len(sound)), files: s.PointFiles(), damage: s.Damage()}
	decoded := s.Done()
	add := func(r *result.Result) {
		o.Points = append(o.Points, OutlinePoint{r.Key, r.Point, s.Sum(r.Key), r.Seconds})
	}
	for _, e := range s.Plan() {
		if p, ok := sound[e.Key]; ok {
			o.Points = append(o.Points, OutlinePoint{e.Key, e.Point, p.SHA256, float64(p.Seconds)})
		} else if r := decoded[e.Key]; r != nil {
			add(r)
		}
	}
	for _, key := range s.UnplannedKeys() {
		add(decoded[key])
	}
	return o, nil
}

// Damage lists the session's damage in the order in which it was found.
func (o *Outline) Damage() []store.Damage { return o.damage }

// Result reads the result of a point. A file that has changed since the session was opened,
// or whose parameters are not those of the plan, is an error.
func (o *Outline) Result(p OutlinePoint) (*result.Result, error) {
	r, sum, err := o.files.Read(p.Key)
	if err == nil {
		switch {
		case sum != p.SHA256:
			err = errors.New("it has changed since the session was opened: try again")
		case r.Point != p.Point:
			err = errors.New("its parameters are not those of the plan")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.files.Path(p.Key), err)
	}
	r.Seconds = p.Seconds
	return r, nil
}

// Configs returns the distinct configurations of the points as rows without results, sorted
// by their parameters.
func (o *Outline) Configs() []choose.Row {
	var rows []choose.Row
	seen := map[part.Point]bool{}
	for i := range o.Points {
		if c := o.Points[i].Point.Config(); !seen[c] {
			seen[c] = true
			rows = append(rows, choose.Row{Config: c})
		}
	}
	return choose.InOrder(rows)
}

// Settings returns the settings of the sweep over its finished points.
func (o *Outline) Settings() []sessions.SettingValues {
	points := make([]part.Point, len(o.Points))
	for i := range points {
		points[i] = o.Points[i].Point
	}
	return sessions.SettingsOf(o.Header, points)
}
