package sessions

import (
	"errors"
	"fmt"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/store"
)

// Outline is a session whose results stay on disk and are read on demand. For a sweep of
// many points it takes a tenth of the memory of [Open].
type Outline struct {
	Header Header
	// Points holds the finished points in the order of [Contents.Finished].
	Points []OutlinePoint

	files   PointFiles
	damages store.Damages
}

// OutlinePoint is a finished point, which may have failed.
type OutlinePoint struct {
	Key   string
	Point part.Point
	// SHA256 is the checksum of the point's file, Seconds its computing time.
	SHA256  string
	Seconds float64
}

// OpenOutline reads a session as [Open] does, but does not decode planned points whose
// checksum matches the journal's. Errors in their files are returned by [Outline.Result];
// all other damage is listed by [Outline.Damage].
func OpenOutline(dir string) (*Outline, error) { return OpenOutlineAt(store.At(dir)) }

// OpenOutlineAt opens an outline at a place, which may be confined to a folder. See
// [OpenOutline].
func OpenOutlineAt(at store.Place) (*Outline, error) {
	in, err := openDir(at)
	if err != nil {
		return nil, err
	}
	h, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	s, sound := ReadUnsound(in, h.Origin())
	o := &Outline{Header: h, Points: make([]OutlinePoint, 0, len(s.points)+len(sound)), files: s.PointFiles(), damages: s.damages}
	for _, e := range s.entries {
		if p, ok := sound[e.Key]; ok {
			o.Points = append(o.Points, OutlinePoint{e.Key, e.Point, p.SHA256, float64(p.Seconds)})
		} else if p, ok := s.points[e.Key]; ok {
			o.Points = append(o.Points, p.outline())
		}
	}
	for _, key := range s.unplannedKeys() {
		o.Points = append(o.Points, s.points[key].outline())
	}
	return o, nil
}

// outline returns the point without its result.
func (p point) outline() OutlinePoint {
	return OutlinePoint{p.result.Key, p.result.Point, p.sum, p.result.Seconds}
}

// Damage lists the session's damage in the order in which it was found.
func (o *Outline) Damage() []store.Damage { return o.damages.All() }

// Result reads the result of a point. A file that has changed since the session was opened,
// or whose parameters are not those of the plan, is an error.
func (o *Outline) Result(p OutlinePoint) (*result.Result, error) {
	read, err := o.files.readPoint(p.Key)
	if err == nil {
		switch {
		case read.sum != p.SHA256:
			err = errors.New("it has changed since the session was opened: try again")
		case read.result.Point != p.Point:
			err = errors.New("its parameters are not those of the plan")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.files.files.Path(pointPath(p.Key)), err)
	}
	read.result.Seconds = p.Seconds
	return read.result, nil
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
