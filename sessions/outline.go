package sessions

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Outline is a session whose results stay on disk: a sweep of many points takes a tenth of
// the memory of [Open], and each result is read when it is wanted.
type Outline struct {
	Header Header
	// Points are the finished ones in the order of [Session.Finished].
	Points []OutlinePoint

	session *Session // without points
	damages store.Damages
}

// OutlinePoint is a finished point, failed or not.
type OutlinePoint struct {
	Key   string
	Point part.Point
	// SHA256 is that of its file, Seconds how long it was computed.
	SHA256  string
	Seconds float64
}

// OpenOutline reads a session as [Open] does. Points of a plan whose files are what a journal
// says are not decoded: what is wrong in such a file, [Outline.Result] tells. All other
// damage it finds.
func OpenOutline(dir string) (*Outline, error) { return OpenOutlineAt(store.At(dir)) }

// OpenOutlineAt is [OpenOutline] for a place that may be beneath a folder.
func OpenOutlineAt(at store.Place) (*Outline, error) {
	in, err := openDir(at)
	if err != nil {
		return nil, err
	}
	h, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	s := &Session{Dir: in.Path("."), Header: h, at: in}
	s.readJournals(nil, nil)
	s.readPlans()
	sound := s.readUnsound()
	s.unite()
	s.resolve()
	o := &Outline{Header: s.Header, Points: make([]OutlinePoint, 0, len(s.points)+len(sound)), session: &Session{Dir: s.Dir, Header: h, at: in}, damages: s.damages}
	for _, e := range s.entries {
		if p, ok := sound[e.Key]; ok {
			o.Points = append(o.Points, OutlinePoint{e.Key, e.Point, p.SHA256, float64(p.Seconds)})
		} else if p, ok := s.points[e.Key]; ok {
			o.Points = append(o.Points, p.outlined())
		}
	}
	for _, key := range s.unplannedKeys() {
		o.Points = append(o.Points, s.points[key].outlined())
	}
	return o, nil
}

func (p point) outlined() OutlinePoint {
	return OutlinePoint{p.result.Key, p.result.Point, p.sum, p.result.Seconds}
}

// readUnsound reads the points but those of a plan whose files are what the journals say,
// which it gives as these tell of them. Their records go.
func (s *Session) readUnsound() map[string]record.Point {
	sums, planned := s.vouched(), map[string]bool{}
	for _, p := range s.plans {
		for _, e := range p.entries {
			planned[e.Key] = true
		}
	}
	sound := map[string]record.Point{}
	s.points, _ = readPoints(s.at, &s.damages, func(key string) (point, error) {
		file, err := s.at.Read(pointPath(key))
		if err != nil {
			return point{}, err
		}
		if sum := hashOf(file); planned[key] && sums[key] == sum {
			return point{sum: sum}, nil
		}
		return decodePoint(s.Header.keys(), key, file)
	}, nil)
	for key, p := range s.points {
		if p.result == nil {
			sound[key] = record.Point{SHA256: p.sum}
			delete(s.points, key)
		}
	}
	s.records = slices.DeleteFunc(s.records, func(r record.Record) bool {
		key := r.PointKey()
		p, ok := sound[key]
		if d, told := record.DataOf[record.Point](r); ok && told && r.Kind == string(sweep.PointDone) {
			p.Seconds = cmp.Or(p.Seconds, d.Seconds)
			sound[key] = p
		}
		return ok
	})
	return sound
}

// Damage lists what is damaged, in the order in which it was found.
func (o *Outline) Damage() []store.Damage { return o.damages.All() }

// Result reads the result of a point. It is an error where the point's file is no longer
// what it was.
func (o *Outline) Result(p OutlinePoint) (*result.Result, error) {
	read, err := o.session.readPoint(p.Key)
	if err == nil {
		switch {
		case read.sum != p.SHA256:
			err = errors.New("it has changed since the session was opened: try again")
		case read.result.Point != p.Point:
			err = errors.New("its parameters are not those of the plan")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.session.at.Path(pointPath(p.Key)), err)
	}
	read.result.Seconds = p.Seconds
	return read.result, nil
}

// Configs are the configurations of the points, each once, in the order of their
// parameters, as rows without results.
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
