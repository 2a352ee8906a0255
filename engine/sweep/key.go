package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"runtime"
	"strings"

	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/part"
)

// Key names a point in a session: the SHA-256 of the engine version, the
// kernel path of the processor, the hash of the data and the point.
func Key(p part.Point, data string) string {
	b, err := json.Marshal(p)
	if err != nil {
		panic("sweep: point does not marshal: " + err.Error())
	}
	return KeyBy(Version, KernelPath(), data, b)
}

// KeyBy returns the key of a point, as it stands in a file of JSON, that an engine of the
// given version computes on a kernel path.
func KeyBy(engine, path, data string, point []byte) string {
	b, err := json.Marshal(struct {
		Engine, Path, Data string
		Point              json.RawMessage
	}{engine, path, data, point})
	if err != nil {
		panic("sweep: not the JSON of a point: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Version is the engine's version. It is part of every point's key: raise it
// when a change makes any number differ.
const Version = "0.10.0"

// KernelPath names the arithmetic that this processor runs. Paths agree to
// rounding only, so it is part of every point's key.
func KernelPath() string { return simd.Path() + "-" + runtime.GOARCH }

// TakeKernelPath has the arithmetic of the given name run from now on, where this processor
// has it and the user asks for none. It is for the start of a program: nothing may compute
// meanwhile.
func TakeKernelPath(name string) {
	if path, arch, _ := strings.Cut(name, "-"); arch == runtime.GOARCH {
		simd.Select(path)
	}
}
