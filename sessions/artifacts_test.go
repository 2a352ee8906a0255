package sessions

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// TestKeep verifies that artifacts are stored once under the checksum of their bytes. If a
// disk call fails, the artifact is complete or Keep returns an error, and no point is lost.
func TestKeep(t *testing.T) {
	s := newSession(t, 2)
	recordPoints(t, s, s.Plan(), "done")
	s = reopen(t, s)
	r := s.Finished()[0]
	text := "arrays of a point"
	write := func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	if s.Artifacts().Kept(FeatureArrays, r) {
		t.Error("kept before")
	}
	broken := errors.New("cannot be solved")
	if err := s.Artifacts().Keep(FeatureArrays, r, func(io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("what cannot be written: %v", err)
	}
	must(t, s.Artifacts().Keep(FeatureArrays, r, write))
	must(t, reopen(t, s).Artifacts().Keep(FeatureArrays, r, func(io.Writer) error { t.Error("it was solved for again"); return nil }))
	s = reopen(t, s)
	var b bytes.Buffer
	must(t, s.Artifacts().Write(&b, FeatureArrays, r))
	if b.String() != text || s.Artifacts().Kept(ModelArrays, r) || s.Artifacts().Kept(FeatureArrays, s.Finished()[1]) {
		t.Errorf("kept is %q", b.String())
	}
	rep, err := Check(s.Dir)
	must(t, err)
	if rep.Artifacts != 1 || len(rep.Damage) != 0 || rep.StrayFiles != 0 || !strings.Contains(rep.String(), "kept arrays: 1") || s.State().Status != record.Done {
		t.Errorf("report is %+v, status %s", rep, s.State().Status)
	}
	files, err := os.ReadDir(s.Files().Path(store.ArtifactDir))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(s.Files().Path(store.ArtifactDir), files[0].Name()), []byte(text+"!"), 0o644))
	var damaged *store.DamagedError
	if err := s.Artifacts().Write(io.Discard, FeatureArrays, r); !errors.As(err, &damaged) {
		t.Errorf("changed arrays: %v", err)
	}
	if rep, err = Check(s.Dir); err != nil || len(rep.Damage) != 1 {
		t.Errorf("report of changed arrays is %+v, %v", rep, err)
	}
	must(t, os.RemoveAll(s.Files().Path(store.ArtifactDir)))
	if rep, err = Check(s.Dir); err != nil || len(rep.Damage) != 1 || s.Artifacts().Kept(FeatureArrays, r) {
		t.Errorf("report without the arrays is %+v, %v", rep, err)
	}
}

func TestKeepOnAFailingDisk(t *testing.T) {
	for from := 1; ; from++ {
		s := newSession(t, 1)
		recordPoints(t, s, s.Plan(), "done")
		d := sessiontest.NewFaulty(t, filepath.Dir(s.Dir), sessiontest.IOError, 0)
		s, err := OpenAt(d.Place(s.Dir))
		must(t, err)
		d.Calls, d.From = 0, from
		r := s.Finished()[0]
		err = s.Artifacts().Keep(ModelArrays, r, func(w io.Writer) error { _, err := io.WriteString(w, "arrays"); return err })
		if d.Hit == 0 {
			must(t, err)
			break
		}
		again := reopen(t, s)
		if len(again.Done()) != 1 || len(again.Damage()) != 0 {
			t.Fatalf("call %d: %d points, damage %v", from, len(again.Done()), again.Damage())
		}
		if err != nil && !errors.Is(err, syscall.EIO) || err == nil && !again.Artifacts().Kept(ModelArrays, r) {
			t.Fatalf("call %d: %v", from, err)
		}
		must(t, again.Artifacts().Keep(ModelArrays, r, func(w io.Writer) error { _, err := io.WriteString(w, "arrays"); return err }))
		if rep, err := Check(s.Dir); err != nil || rep.Artifacts != 1 || len(rep.Damage) != 0 {
			t.Fatalf("call %d: report is %+v, %v", from, rep, err)
		}
	}
}

// TestPackAndForkKeepArtifacts verifies that artifacts are part of packed sessions and
// forks, except damaged ones and the temporary files of killed writers.
func TestPackAndForkKeepArtifacts(t *testing.T) {
	s := newSession(t, 2)
	recordPoints(t, s, s.Plan(), "done")
	s = reopen(t, s)
	r := s.Finished()[1]
	for _, what := range []Artifact{FeatureArrays, ModelArrays} {
		must(t, s.Artifacts().Keep(what, r, func(w io.Writer) error { _, err := io.WriteString(w, "arrays of "+string(what)); return err }))
	}
	for _, name := range []string{".new.npz.0123abcd", "mine.npz"} {
		must(t, os.WriteFile(filepath.Join(s.Files().Path(store.ArtifactDir), name), []byte("half"), 0o644))
	}
	s = reopen(t, s)
	file := filepath.Join(t.TempDir(), "a"+archive.Ext)
	must(t, store.Save(file, false, s.Pack))
	out := filepath.Join(t.TempDir(), "out.sfa")
	must(t, archive.Unpack(file, out))
	fork, err := s.Fork(store.At(filepath.Join(t.TempDir(), "fork.sfa")))
	must(t, err)
	for dir, strayFiles := range map[string]int{s.Dir: 1, out: 0, fork.Dir: 0} {
		rep, err := Check(dir)
		must(t, err)
		if rep.Artifacts != 2 || rep.StrayFiles != strayFiles || len(rep.Damage) != 0 {
			t.Errorf("report is %+v", rep)
		}
		there, err := Open(dir)
		must(t, err)
		var b bytes.Buffer
		must(t, there.Artifacts().Write(&b, ModelArrays, r))
		if b.String() != "arrays of model" || there.Artifacts().Kept(ModelArrays, s.Finished()[0]) {
			t.Errorf("%s holds %q", dir, b.String())
		}
	}
	sum, _ := s.Artifacts().kept(FeatureArrays, r.Key)
	must(t, os.WriteFile(s.Files().Path(artifactPath(sum)), []byte("other"), 0o644))
	again, err := s.Fork(store.At(filepath.Join(t.TempDir(), "again.sfa")))
	must(t, err)
	again = reopen(t, again)
	if again.Artifacts().Kept(FeatureArrays, r) || !again.Artifacts().Kept(ModelArrays, r) || len(again.Done()) != 2 {
		t.Error("what is damaged was carried, or what is whole was not")
	}
}
