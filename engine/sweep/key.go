package sweep

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/part"
)

// Key returns the key of a point in a session: the SHA-256 in hexadecimal of the engine
// version, the kernel path of the processor, the hash of the data and the point.
func Key(p part.Point, data string) string {
	b, err := json.Marshal(p)
	if err != nil {
		panic("sweep: point does not marshal: " + err.Error())
	}
	return KeyBy(Version, KernelPath(), data, b)
}

// KeyBy returns the key of a point, given as JSON, for an engine version and a kernel path.
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

// FirstReadable is the first version of the engine whose sessions and models are read.
const FirstReadable = "0.10.0"

// CheckEngine returns an error for sessions and models of an engine before [FirstReadable].
func CheckEngine(version string) error {
	if slices.Compare(numbersOf(version), numbersOf(FirstReadable)) >= 0 {
		return nil
	}
	return fmt.Errorf("it was computed by engine %s, and results of engines before %s cannot be read: compute it again", message.Clean(cmp.Or(version, "of no version")), FirstReadable)
}

// numbersOf returns the numbers of a version such as 0.6.0, up to the first part that is none.
func numbersOf(version string) []int {
	var out []int
	for text := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(text)
		if err != nil {
			break
		}
		out = append(out, n)
	}
	return out
}

// KernelPath returns the name of the arithmetic that this processor runs. Paths agree to
// rounding only, so it is part of every point's key.
func KernelPath() string { return simd.Path() + "-" + runtime.GOARCH }

// TakeKernelPath selects the arithmetic of the given name, unless this processor lacks it or
// the user has chosen one. Call it at the start of a program, before anything is computed.
func TakeKernelPath(name string) {
	if path, arch, _ := strings.Cut(name, "-"); arch == runtime.GOARCH {
		simd.Select(path)
	}
}
