package sessions

import (
	"encoding/json"
	"errors"
	"fmt"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// keys derives the keys of a session's points: each is a digest of the engine, the kernel
// path, the data and the parameters, so that a point of another session is not taken for one
// of this. The zero keys derive none.
type keys struct{ engine, path, data string }

// keys returns what derives the keys of the session's points.
func (h *Header) keys() keys { return keys{h.Engine, h.KernelPath, h.Data.Hash} }

// errOtherKey says that a point is not of its session.
var errOtherKey = errors.New("its key is not that of its parameters with this session's data and engine: it is of another session")

// check verifies the key of a point that stands in a file as given.
func (k keys) check(key string, point json.RawMessage) error {
	if k == (keys{}) || sweep.KeyBy(k.engine, k.path, k.data, point) == key {
		return nil
	}
	return errOtherKey
}

// pointFile is what the file of a point holds.
type pointFile struct {
	result.Result
	Point json.RawMessage `json:"point"`
}

// planPoint is a line of a plan with a point, or with the end.
type planPoint struct {
	planLine
	Point  json.RawMessage `json:"point"`
	Points *int            `json:"points"`
}

// decodeParameters reads the parameters of a point as they stand in a file, if key is theirs.
func (k keys) decodeParameters(key string, text json.RawMessage, into *part.Point) error {
	if len(text) == 0 {
		return errors.New("it has no parameters")
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("not what is expected here: %w", err)
	}
	return k.check(key, text)
}
