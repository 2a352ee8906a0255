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

// KindKept tells of an artifact: arrays of a point that were kept in the
// session, under the SHA-256 of their bytes.
const KindKept = "artifact.kept"

// Artifact is a kind of arrays that a finished point can be solved for again.
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

// WriteKept writes arrays of a finished point that are kept in the session.
func (s *Session) WriteKept(w io.Writer, what Artifact, r *result.Result) error {
	sum, ok := s.kept(what, r.Key)
	if !ok {
		return s.Wrap(fmt.Errorf("no %s of point %s are kept", what, r.Key[:12]))
	}
	return s.copyArtifact(w, sum)
}

// Kept reports whether arrays of a point are kept in the session.
func (s *Session) Kept(what Artifact, r *result.Result) bool {
	_, ok := s.kept(what, r.Key)
	return ok
}

// kept is the SHA-256 of the artifact, if its file is there.
func (s *Session) kept(what Artifact, key string) (sum string, ok bool) {
	for _, d := range s.artifacts() {
		if d.What == what && d.Key == key {
			return d.SHA256, !s.at.Missing(artifactPath(d.SHA256))
		}
	}
	return "", false
}

// artifacts are those that the journals tell of, in order; of those that were
// kept twice the last.
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

func artifactPath(sum string) string { return filepath.Join(store.ArtifactDir, sum+store.ArtifactExt) }

// copyArtifact writes an artifact, whose bytes must be those of its name.
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

// Keep keeps arrays of a finished point in the session, so that they need not
// be solved for again: a file named by the SHA-256 of what write writes, and a
// line in a journal of its own.
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

// carryArtifacts keeps the session's artifacts in another one that has their
// points. One that is damaged or missing is left out: it can be solved for again.
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

// checkArtifacts verifies every artifact against its name, and that those that a
// journal tells of are there; it gives their number.
func (s *Session) checkArtifacts() (count int) {
	const lost = "kept arrays, until they are solved for again"
	sums, leftovers, err := s.at.List(store.ArtifactDir, store.ArtifactExt)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.damages.Failed(store.ArtifactDir, 0, err, lost)
	}
	s.leftovers += leftovers
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
