package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"example.com/sfatui/engine/part"
)

// Key names a point in a session: the SHA-256 of the engine version, the
// kernel path of the processor, the hash of the data and the point.
func Key(p part.Point, data string) string {
	b, err := json.Marshal(struct {
		Engine, Path, Data string
		Point              part.Point
	}{Version, KernelPath(), data, p})
	if err != nil {
		panic("sweep: point does not marshal: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
