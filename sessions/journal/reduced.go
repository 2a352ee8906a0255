package journal

import (
	"cmp"
	"errors"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// ReadPlans reads the plans of a directory, without journals and points.
func ReadPlans(files store.Dir, o Origin) *Contents {
	r := &reader{c: newContents(files, o)}
	readPlans(r.c)
	r.mergePlans()
	return r.c
}

// ReadBrief reads a directory as [Read] does, but of a point whose checksum matches the
// journals' only what the choice of the best point needs. It does not look for plans and
// points without a journal line.
func ReadBrief(files store.Dir, o Origin) *Contents {
	r := &reader{c: newContents(files, o)}
	r.readJournals()
	readPlans(r.c)
	r.c.points, _ = readPoints(files, &r.c.damages, briefDecoder(r.c.PointFiles(), r.journaledSums()), nil)
	r.mergePlans()
	r.attachResults()
	return r.c
}

// ReadUnsound reads a directory as [Read] does, but does not decode planned points whose
// checksum matches the journals'. It returns those as their records, with checksum and
// computing time, by key. It does not look for plans and points without a journal line.
func ReadUnsound(files store.Dir, o Origin) (c *Contents, sound map[string]record.Point) {
	r := &reader{c: newContents(files, o)}
	r.readJournals()
	readPlans(r.c)
	sound = r.readUnsound()
	r.mergePlans()
	r.attachResults()
	return r.c, sound
}

// readUnsound reads into s the points that are unplanned or whose checksum does not match
// the journals'. The other points are returned undecoded, with checksum and computing time,
// and their records are removed from s.
func (r *reader) readUnsound() map[string]record.Point {
	sums, planned := r.journaledSums(), map[string]bool{}
	for _, p := range r.c.plans {
		for _, e := range p.entries {
			planned[e.Key] = true
		}
	}
	sound := map[string]record.Point{}
	r.c.points, _ = readPoints(r.c.files, &r.c.damages, func(key string) (point, error) {
		file, err := r.c.files.Read(PointPath(key))
		if err != nil {
			return point{}, err
		}
		if sum := hashOf(file); planned[key] && sums[key] == sum {
			return point{sum: sum}, nil
		}
		return decodePoint(r.c.origin.keys(), key, file)
	}, nil)
	for key, p := range r.c.points {
		if p.result == nil {
			sound[key] = record.Point{SHA256: p.sum}
			delete(r.c.points, key)
		}
	}
	r.c.records = slices.DeleteFunc(r.c.records, func(rec record.Record) bool {
		key := rec.PointKey()
		p, ok := sound[key]
		if d, decoded := record.DataOf[record.Point](rec); ok && decoded && rec.Kind == string(sweep.PointDone) {
			p.Seconds = cmp.Or(p.Seconds, d.Seconds)
			sound[key] = p
		}
		return ok
	})
	return sound
}

// briefDecoder returns a reader of points that decodes only the fields needed to choose the
// best. It decodes a point in full, which takes three times as long, if the file's checksum
// is not the one in sums.
func briefDecoder(in PointFiles, sums map[string]string) func(key string) (point, error) {
	return func(key string) (point, error) {
		file, err := in.files.Read(PointPath(key))
		if err != nil {
			return point{}, err
		}
		sum := hashOf(file)
		if sums[key] != sum {
			return decodePoint(in.keys, key, file)
		}
		var seen struct {
			Key        string             `json:"key"`
			Point      part.Point         `json:"point"`
			Variance   result.Variance    `json:"variance"`
			Degenerate *result.Degenerate `json:"degenerate"`
			Validation *result.Scores     `json:"validation"`
			Error      string             `json:"error"`
		}
		if err := jsonl.Decode("", file, &seen); err != nil {
			return point{}, err
		}
		if seen.Key != key {
			return point{}, errors.New("its point is not the one in its name")
		}
		jsonl.CleanTexts(&seen.Point)
		r := &result.Result{Key: key, Point: seen.Point, Variance: seen.Variance, Degenerate: seen.Degenerate, Validation: seen.Validation, Error: message.Clean(seen.Error)}
		return point{r, sum}, inBounds(r)
	}
}

// journaledSums returns the SHA-256 of each point's file as recorded in the journals, by
// key. The sum is "" if the journals disagree.
func (r *reader) journaledSums() map[string]string {
	out := map[string]string{}
	for _, r := range r.c.records {
		if r.Kind != string(sweep.PointDone) {
			continue
		}
		if d, ok := record.DataOf[record.Point](r); ok {
			if was, known := out[d.Key]; known && was != d.SHA256 {
				d.SHA256 = ""
			}
			out[d.Key] = d.SHA256
		}
	}
	return out
}
