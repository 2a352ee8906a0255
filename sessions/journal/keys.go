package journal

import (
	"encoding/json"
	"errors"
	"fmt"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// keys derives the keys of a session's points. A key is a digest of engine version, kernel
// path, data and parameters, so that points of other sessions are detected. The zero keys
// accept every key.
type keys struct{ engine, path, data string }

// keys returns the values from which the session's keys are derived.
func (o Origin) keys() keys { return keys{o.Engine, o.KernelPath, o.Hash} }

// errOtherKey reports a point that belongs to another session.
var errOtherKey = errors.New("its key is not that of its parameters with this session's data and engine: it is of another session")

// check returns errOtherKey unless key belongs to the encoded point.
func (k keys) check(key string, point json.RawMessage) error {
	if k == (keys{}) || sweep.KeyBy(k.engine, k.path, k.data, point) == key {
		return nil
	}
	return errOtherKey
}

// decodeParameters decodes the parameters of a point and verifies that key is theirs.
func (k keys) decodeParameters(key string, text json.RawMessage, into *part.Point) error {
	if len(text) == 0 {
		return errors.New("it has no parameters")
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("not what is expected here: %w", err)
	}
	return k.check(key, text)
}
