package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// pointFile is the content of a point's file.
type pointFile struct {
	result.Result
	Point json.RawMessage `json:"point"`
}

// PointPath returns the path of a point's file, relative to the session.
func PointPath(key string) string { return filepath.Join(store.PointsDir, key+store.PointExt) }

// encodePoint encodes the file of a point: its result without the computing time.
func encodePoint(r result.Result) ([]byte, error) {
	if !record.IsKey(r.Key) {
		return nil, fmt.Errorf("key %q is not 64 hexadecimal digits", r.Key)
	}
	r.Seconds = 0
	b, err := jsonl.Encode("", r)
	if err == nil && len(b) > store.MaxFile {
		err = fmt.Errorf("longer than %d MiB", store.MaxFile>>20)
	}
	return b, err
}

// decodePoint decodes the file of a point. It returns an error unless key is the file's key
// and belongs to the parameters.
func decodePoint(k keys, key string, file []byte) (point, error) {
	var f pointFile
	if err := jsonl.Decode("", file, &f); err != nil {
		return point{}, err
	}
	r := f.Result
	if r.Key != key {
		return point{}, errors.New("its point is not the one in its name")
	}
	if err := k.decodeParameters(key, f.Point, &r.Point); err != nil {
		return point{}, err
	}
	if err := inBounds(&r); err != nil {
		return point{}, err
	}
	r.Seconds = 0
	jsonl.CleanTexts(&r)
	return point{&r, hashOf(file)}, nil
}

// mostParts is the largest number of validation parts of a configuration. Averages over
// them hold a number for each part.
const mostParts = 1 << 22

// inBounds returns an error for a point with impossible numbers of folds, draws or inner
// splits, because memory is allocated in proportion to them.
func inBounds(r *result.Result) error {
	p := r.Point
	folds, inner := max(p.Folds, p.Repeats, p.Fold+1, 1), max(p.Inner, 1)
	least := min(p.Folds, p.Repeats, p.Fold, p.Inner, p.Draw)
	if r.Validation != nil {
		for _, part := range r.Validation.Parts {
			inner, least = max(inner, part.Inner+1), min(least, part.Inner)
		}
	}
	if least < 0 || folds > mostParts || inner > mostParts/folds || p.Draw > mostParts {
		return errors.New("its folds, draws or inner splits are out of range")
	}
	return nil
}

// hashOf returns the SHA-256 of a file's bytes in hexadecimal.
func hashOf(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}

// PointFiles holds the files of a session's points.
type PointFiles struct {
	dir   string // for errors
	files store.Dir
	keys  keys
}

// PointFiles returns the files of the session's points.
func (c *Contents) PointFiles() PointFiles { return PointFiles{c.Dir, c.files, c.origin.keys()} }

// Path returns the path of a point's file.
func (p PointFiles) Path(key string) string { return p.files.Path(PointPath(key)) }

// Read reads the result of the point with a key, and the SHA-256 of its file.
func (p PointFiles) Read(key string) (r *result.Result, sum string, err error) {
	read, err := p.readPoint(key)
	return read.result, read.sum, err
}

// readPoint reads the point with a key.
func (p PointFiles) readPoint(key string) (point, error) { return p.rereadPoint(key, point{}) }

// rereadPoint reads the point with a key. If the file's checksum is that of known, it
// copies the known result, because decoding takes most of the time.
func (p PointFiles) rereadPoint(key string, known point) (point, error) {
	b, err := p.files.Read(PointPath(key))
	if err != nil {
		return point{}, err
	}
	if known.result != nil && hashOf(b) == known.sum {
		r := *known.result
		return point{&r, known.sum}, nil
	}
	return decodePoint(p.keys, key, b)
}

// Published returns the keys of the points whose files exist now.
func (p PointFiles) Published() (map[string]bool, error) {
	if !p.files.Opened() {
		return nil, nil
	}
	keys, _, err := p.files.List(store.PointsDir, store.PointExt)
	if err != nil {
		return nil, &store.DiskError{Err: Wrap(p.dir, err)}
	}
	out := make(map[string]bool, len(keys))
	for _, key := range keys {
		out[key] = record.IsKey(key)
	}
	return out, nil
}

// There returns the keys among the given ones whose points can be read now. Unlike
// [Writer.TakeUp] it records nothing.
func (p PointFiles) There(keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		_, err := p.readPoint(key)
		return err != nil
	})
}

// Unreadable returns the number of the given keys whose point's file exists and cannot be
// decoded. A task treats these points as finished; a resume computes them.
func (p PointFiles) Unreadable(keys []string) int {
	n := 0
	for _, key := range keys {
		if p.files.Missing(PointPath(key)) {
			continue
		}
		if _, err := p.readPoint(key); err != nil {
			n++
		}
	}
	return n
}

// largePoint is the file size in bytes above which points are read one at a time.
const largePoint = 1 << 20

// Progress receives the number of files read so far and their total. The kind is "journal"
// or "point". Several goroutines call it at once.
type Progress func(kind string, read, of int)

// counter returns a function to be called after each file of a kind. It passes the number
// of calls to p.
func (p Progress) counter(kind string, of int) func() {
	var read atomic.Int64
	return func() {
		if p != nil {
			p(kind, int(read.Add(1)), of)
		}
	}
}

// readPoints calls read for every published point, several at once, and returns the points
// by key. It adds failed reads to ds and returns the number of stray files.
func readPoints(in store.Dir, ds *store.Damages, read func(key string) (point, error), progress Progress) (points map[string]point, strayFiles int) {
	keys, strayFiles, err := in.List(store.PointsDir, store.PointExt)
	if err != nil {
		ds.Failed(store.PointsDir, 0, err, "points, until they are computed again")
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return !record.IsKey(key) })
	found, errs := make([]point, len(keys)), make([]error, len(keys))
	done := progress.counter("point", len(keys))
	var large sync.Mutex // one at a time, because decoding takes many times a file's size
	_ = store.Concurrently(store.Readers, len(keys), func(i int) error {
		defer done()
		if info, err := in.Info(PointPath(keys[i])); err == nil && info.Size() > largePoint {
			large.Lock()
			defer large.Unlock()
		}
		found[i], errs[i] = read(keys[i])
		return nil
	})
	points = make(map[string]point, len(keys))
	for i, key := range keys {
		if errs[i] != nil {
			ds.Failed(PointPath(key), 0, errs[i], "the point, until it is computed again")
			continue
		}
		points[key] = found[i]
	}
	return points, strayFiles
}

// CopyPoints copies points' files of a session into a directory that is not visible yet, in
// one batch instead of publishing each. They are synced to disk when it returns.
func CopyPoints(to store.Dir, from *Contents, keys []string) error {
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = PointPath(key)
	}
	return to.Fill(store.PointsDir, names, func(i int) ([]byte, error) {
		file, err := from.files.Read(names[i])
		if err == nil && hashOf(file) != from.points[keys[i]].sum {
			err = fmt.Errorf("%s has changed since the session was opened: try again", names[i])
		}
		return file, err
	})
}

// conflictError reports that a key was published before with other bytes.
type conflictError struct {
	kept point
}

func (e *conflictError) Error() string {
	return "point " + e.kept.result.Key + " was published before with other results"
}

// publishPoint publishes a point's file under its key. An existing file with the same bytes
// is no error; a valid one with other bytes stays and is a *conflictError. A file that is
// damaged or belongs to another session is replaced.
func publishPoint(in store.Dir, k keys, key string, file []byte) error {
	name := PointPath(key)
	err := in.Publish(name, file)
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	there, err := in.Read(name)
	if err != nil {
		return err
	}
	if bytes.Equal(there, file) {
		return nil
	}
	kept, err := decodePoint(k, key, there)
	if err != nil {
		return in.Replace(name, file)
	}
	return &conflictError{kept}
}

// Identical reports whether two results are equal to the bit. It ignores their keys, which
// depend on engine and arithmetic, and their computing times.
func Identical(a, b *result.Result) bool {
	x, y := *a, *b
	y.Key = x.Key
	p, err := encodePoint(x)
	q, err2 := encodePoint(y)
	return err == nil && err2 == nil && bytes.Equal(p, q)
}
