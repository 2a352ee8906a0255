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

// WriteKept writes a kept artifact of a finished point to w.
func (s *Session) WriteKept(w io.Writer, what Artifact, r *result.Result) error {
	sum, ok := s.kept(what, r.Key)
	if !ok {
		return s.Wrap(fmt.Errorf("no %s of point %s are kept", what, r.Key[:12]))
	}
	return s.copyArtifact(w, sum)
}

// Kept reports whether the session holds an artifact of a point.
func (s *Session) Kept(what Artifact, r *result.Result) bool {
	_, ok := s.kept(what, r.Key)
	return ok
}

// kept returns the SHA-256 of an artifact. ok is false if no journal records it or its file
// is missing.
func (s *Session) kept(what Artifact, key string) (sum string, ok bool) {
	for _, d := range s.artifacts() {
		if d.What == what && d.Key == key {
			return d.SHA256, !s.at.Missing(artifactPath(d.SHA256))
		}
	}
	return "", false
}

// artifacts returns the artifacts recorded in the journals, in their order. Of several of
// one point and kind it returns the last.
func (s *Session) artifacts() []keptData {
	var out []keptData
	for _, r := range s.records {
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

// copyArtifact writes an artifact to w. It returns a *[store.DamagedError] if the SHA-256
// of the bytes differs from the file's name.
func (s *Session) copyArtifact(w io.Writer, sum string) error {
	f, err := s.at.Open(artifactPath(sum), 0)
	if err != nil {
		return s.Wrap(err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(w, h), f); err != nil {
		return s.Wrap(err)
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return &store.DamagedError{Dir: s.Dir, Damage: store.Damage{File: artifactPath(sum), What: "not the bytes that its name says", Lost: "the arrays; delete the file to have them solved for again"}}
	}
	return nil
}

// Keep stores arrays of a finished point, so that they need not be solved for again. The
// output of write becomes a file named by its SHA-256, and a new journal records it. Keep
// does nothing if the artifact is kept already.
func (s *Session) Keep(what Artifact, r *result.Result, write func(io.Writer) error) error {
	if s.Kept(what, r) {
		return nil
	}
	w, err := s.Writer(time.Now)
	if err != nil {
		return err
	}
	err = s.keep(w, what, r.Key, write)
	if closeErr := w.Close(); err == nil {
		err = closeErr
	}
	return err
}

// keep publishes an artifact and records it with w.
func (s *Session) keep(w *Writer, what Artifact, key string, write func(io.Writer) error) error {
	err := s.at.Mkdir(store.ArtifactDir)
	if err == nil {
		err = s.at.Sync(".")
	}
	if err != nil {
		return s.Wrap(err)
	}
	sum, err := s.at.PublishHashed(store.ArtifactDir, store.ArtifactExt, write)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(KindKept, keptData{key, what, sum}, nil)
}

// carryArtifacts copies the session's artifacts to another session that plans their points.
// It skips missing and damaged artifacts, because they can be solved for again.
func (s *Session) carryArtifacts(to *Session, w *Writer) error {
	planned := to.planned()
	for _, d := range s.artifacts() {
		if _, finished := s.points[d.Key]; !finished || !planned[d.Key] || s.at.Missing(artifactPath(d.SHA256)) {
			continue
		}
		err := to.keep(w, d.What, d.Key, func(out io.Writer) error { return s.copyArtifact(out, d.SHA256) })
		var damaged *store.DamagedError
		if err != nil && !errors.As(err, &damaged) {
			return err
		}
	}
	return nil
}

// checkArtifacts verifies each artifact against its name, reports recorded artifacts
// without a file as damage, and returns the number of artifact files.
func (s *Session) checkArtifacts() (count int) {
	const lost = "kept arrays, until they are solved for again"
	sums, strayFiles, err := s.at.List(store.ArtifactDir, store.ArtifactExt)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.damages.Failed(store.ArtifactDir, 0, err, lost)
	}
	s.strayFiles += strayFiles
	for _, sum := range sums {
		if !record.IsKey(sum) {
			continue
		}
		count++
		var damaged *store.DamagedError
		if err := s.copyArtifact(io.Discard, sum); errors.As(err, &damaged) {
			s.damages.Add(artifactPath(sum), 0, damaged.Damage.What, damaged.Damage.Lost)
		} else if err != nil {
			s.damages.Failed(artifactPath(sum), 0, err, lost)
		}
	}
	for _, d := range s.artifacts() {
		if s.at.Missing(artifactPath(d.SHA256)) {
			s.damages.Add(artifactPath(d.SHA256), 0, "missing, though a journal tells of it", lost)
		}
	}
	return count
}
