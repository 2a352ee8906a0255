package sessions

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// KindKept is the kind of the record of an artifact: arrays of a point, stored under the
// SHA-256 of their bytes.
const KindKept = "artifact.kept"

// Artifact is a kind of arrays that can be solved for again from a finished point.
type Artifact string

// The kinds of artifacts: the features of a point, as package export writes them,
// and its model, as model.Write does.
const (
	FeatureArrays Artifact = "features"
	ModelArrays   Artifact = "model"
)

type keptData struct {
	Key    string   `json:"key"`
	What   Artifact `json:"what"`
	SHA256 string   `json:"sha256"`
}

// Artifacts holds the kept arrays of a session's points.
type Artifacts struct{ c *journal.Contents }

// Artifacts returns the kept arrays of the session's points.
func (s *Session) Artifacts() Artifacts { return Artifacts{s.Contents} }

// Write writes a kept artifact of a finished point to w.
func (a Artifacts) Write(w io.Writer, what Artifact, r *result.Result) error {
	sum, ok := a.kept(what, r.Key)
	if !ok {
		return a.c.Wrap(fmt.Errorf("no %s of point %s are kept", what, r.Key[:12]))
	}
	return a.copy(w, sum)
}

// Kept reports whether the session holds an artifact of a point.
func (a Artifacts) Kept(what Artifact, r *result.Result) bool {
	_, ok := a.kept(what, r.Key)
	return ok
}

// kept returns the SHA-256 of an artifact. ok is false if no journal records it or its file
// is missing.
func (a Artifacts) kept(what Artifact, key string) (sum string, ok bool) {
	for _, d := range a.list() {
		if d.What == what && d.Key == key {
			return d.SHA256, !a.c.Files().Missing(artifactPath(d.SHA256))
		}
	}
	return "", false
}

// list returns the artifacts recorded in the journals, in their order. Of several of
// one point and kind it returns the last.
func (a Artifacts) list() []keptData {
	var out []keptData
	for _, r := range a.c.Records() {
		if r.Kind != KindKept {
			continue
		}
		if d, ok := record.DataOf[keptData](r); ok && record.IsKey(d.SHA256) {
			out = slices.DeleteFunc(out, func(old keptData) bool { return old.Key == d.Key && old.What == d.What })
			out = append(out, d)
		}
	}
	return out
}

// artifactPath returns the path of an artifact's file, relative to the session.
func artifactPath(sum string) string { return filepath.Join(store.ArtifactDir, sum+store.ArtifactExt) }

// copy writes an artifact to w. It returns a *[store.DamagedError] if the SHA-256
// of the bytes differs from the file's name.
func (a Artifacts) copy(w io.Writer, sum string) error {
	f, err := a.c.Files().Open(artifactPath(sum), 0)
	if err != nil {
		return a.c.Wrap(err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(w, h), f); err != nil {
		return a.c.Wrap(err)
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return &store.DamagedError{Dir: a.c.Dir, Damage: store.Damage{File: artifactPath(sum), What: "its bytes do not match the SHA-256 in its name", Lost: "the arrays; delete the file to have them solved for again"}}
	}
	return nil
}

// Keep stores arrays of a finished point, so that they need not be solved for again. The
// output of write becomes a file named by its SHA-256, and a new journal records it. Keep
// does nothing if the artifact is kept already.
func (a Artifacts) Keep(what Artifact, r *result.Result, write func(io.Writer) error) error {
	if a.Kept(what, r) {
		return nil
	}
	w, err := a.c.Writer(time.Now)
	if err != nil {
		return err
	}
	err = a.keep(w, what, r.Key, write)
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return err
}

// keep publishes an artifact and records it with w.
func (a Artifacts) keep(w *journal.Writer, what Artifact, key string, write func(io.Writer) error) error {
	err := a.c.Files().Mkdir(store.ArtifactDir)
	if err == nil {
		err = a.c.Files().Sync(".")
	}
	if err != nil {
		return a.c.Wrap(err)
	}
	sum, err := a.c.Files().PublishHashed(store.ArtifactDir, store.ArtifactExt, write)
	if err != nil {
		return err
	}
	return w.Record(KindKept, keptData{key, what, sum})
}

// carry copies the artifacts of the points with the given keys to another session. It skips
// missing and damaged artifacts, because they can be solved for again.
func (a Artifacts) carry(to *journal.Contents, w *journal.Writer, keys []string) error {
	carried := map[string]bool{}
	for _, key := range keys {
		carried[key] = true
	}
	for _, d := range a.list() {
		if !carried[d.Key] || a.c.Files().Missing(artifactPath(d.SHA256)) {
			continue
		}
		err := Artifacts{to}.keep(w, d.What, d.Key, func(out io.Writer) error { return a.copy(out, d.SHA256) })
		var damaged *store.DamagedError
		if err != nil && !errors.As(err, &damaged) {
			return err
		}
	}
	return nil
}

// check verifies each artifact against its name, and adds its damage and recorded artifacts
// without a file to ds. It returns the numbers of artifact files and of stray files.
func (a Artifacts) check(ds *store.Damages) (count, strayFiles int) {
	const lost = "kept arrays, until they are solved for again"
	sums, strayFiles, err := a.c.Files().List(store.ArtifactDir, store.ArtifactExt)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		ds.Failed(store.ArtifactDir, 0, err, lost)
	}
	for _, sum := range sums {
		if !record.IsKey(sum) {
			continue
		}
		count++
		var damaged *store.DamagedError
		if err := a.copy(io.Discard, sum); errors.As(err, &damaged) {
			ds.Add(artifactPath(sum), 0, damaged.Damage.What, damaged.Damage.Lost)
		} else if err != nil {
			ds.Failed(artifactPath(sum), 0, err, lost)
		}
	}
	for _, d := range a.list() {
		if a.c.Files().Missing(artifactPath(d.SHA256)) {
			ds.Add(artifactPath(d.SHA256), 0, "missing, though a journal lists it", lost)
		}
	}
	return count, strayFiles
}
