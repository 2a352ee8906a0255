package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"strings"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// planLine is a line of a plan that holds a point.
type planLine struct {
	N int `json:"n"` // counts lines from 1
	sweep.Entry
}

// planPoint is a decoded line of a plan: a point or the end.
type planPoint struct {
	planLine
	Point  json.RawMessage `json:"point"`
	Points *int            `json:"points"`
}

// planEnd is the last line of a plan. It holds the number of points before it.
type planEnd struct {
	N      int `json:"n"`
	Points int `json:"points"`
}

// planName returns the file name of the plan with a number, counted from 1.
func planName(number int) string { return fmt.Sprintf("%04d%s", number, store.PlanExt) }

// planPath returns the path of the plan with a number, relative to the session.
func planPath(number int) string { return filepath.Join(store.PlanDir, planName(number)) }

// encodePlan encodes a plan file. It returns an error for a malformed or repeated key and
// for a negative or infinite cost.
func encodePlan(entries []sweep.Entry) ([]byte, error) {
	var b bytes.Buffer
	seen := make(map[string]bool, len(entries))
	for i, e := range entries {
		switch {
		case !record.IsKey(e.Key):
			return nil, fmt.Errorf("plan: point %d: key %q is not 64 hexadecimal digits", i+1, e.Key)
		case seen[e.Key]:
			return nil, fmt.Errorf("plan: point %d: key %s occurs twice", i+1, e.Key)
		case !(e.Cost >= 0) || math.IsInf(e.Cost, 0):
			return nil, fmt.Errorf("plan: point %d: cost %v is not a finite number from 0", i+1, e.Cost)
		}
		seen[e.Key] = true
		line, err := jsonl.Encode("", planLine{i + 1, e})
		if err != nil {
			return nil, fmt.Errorf("plan: point %d: %w", i+1, err)
		}
		b.Write(line)
	}
	line, err := jsonl.Encode("", planEnd{len(entries) + 1, len(entries)})
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	b.Write(line)
	return b.Bytes(), nil
}

// publishPlan publishes a plan under the next free number and returns its name.
func publishPlan(in store.Dir, file []byte) (name string, err error) {
	names, _, err := in.List(store.PlanDir, store.PlanExt)
	if err != nil {
		return "", err
	}
	for number := len(names) + 1; ; number++ {
		name := planName(number)
		err := in.Publish(planPath(number), file)
		if !errors.Is(err, fs.ErrExist) {
			return strings.TrimSuffix(name, store.PlanExt), err
		}
	}
}

// scanPlan decodes the plan file rel from in. It skips damaged lines and adds them to ds.
func scanPlan(k keys, rel string, in io.Reader, ds *store.Damages) []sweep.Entry {
	var entries []sweep.Entry
	number, end := 0, -1
	err := jsonl.Each(in, func(l jsonl.Line) bool {
		number++
		parts, rest := jsonl.Split("", l.Text)
		if what, lost := jsonl.Fault(l, parts, rest); what != "" {
			ds.Add(rel, number, what, lost)
		} else if !l.Ended {
			ds.Add(rel, number, "its newline is missing", "nothing")
		}
		for _, part := range parts {
			var p planPoint
			err := json.Unmarshal(part, &p)
			ends := err == nil && p.Points != nil
			if err == nil && !ends {
				err = k.decodeParameters(p.Key, p.Point, &p.Entry.Point)
			}
			switch {
			case ends:
				end = *p.Points
			case err == nil && record.IsKey(p.Key) && p.Cost >= 0:
				jsonl.CleanTexts(&p.Entry)
				entries = append(entries, p.Entry)
			case errors.Is(err, errOtherKey):
				ds.Add(rel, number, err.Error(), "a point of the plan")
			default:
				ds.Add(rel, number, "not a point of a plan", "a point of the plan")
			}
		}
		return true
	})
	switch {
	case err != nil:
		ds.Failed(rel, number, err, "the rest of the plan")
	case end < 0:
		ds.Add(rel, 0, "its end is missing", "points of the plan, if it was cut")
	case len(entries) != end:
		ds.Add(rel, 0, fmt.Sprintf("it holds %d of its %d points", len(entries), end), "the others, until the sweep is planned again")
	}
	return entries
}
