package sessions

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/store"
)

// tree is all files below a directory.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(b)
		return err
	}))
	return files
}

// packedFile packs a session into a file.
func packedFile(t testing.TB, s *Session) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.sfa.tar")
	must(t, store.Save(path, false, s.Pack))
	return path
}

func TestPackAndUnpack(t *testing.T) {
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan()[:2], "cancelled")
	before := tree(t, s.Dir)
	// What belongs to no session is left out.
	for _, name := range []string{".x.1234", "notes.txt", "points/.y", "points/README", "journal/bad name.jsonl", "plan/1.jsonl"} {
		must(t, os.WriteFile(filepath.Join(s.Dir, name), []byte("x"), 0o644))
	}
	must(t, os.Mkdir(filepath.Join(s.Dir, "other"), 0o755))
	one, two := packedFile(t, s), packedFile(t, reopen(t, s))
	a, err := os.ReadFile(one)
	must(t, err)
	b, err := os.ReadFile(two)
	must(t, err)
	if !bytes.Equal(a, b) {
		t.Error("packing twice gives other bytes")
	}
	if !IsPacked(one) || IsPacked(filepath.Join(s.Dir, store.HeaderName)) || IsPacked(s.Dir) || IsPacked("nowhere") {
		t.Error("a packed session is not told from others")
	}
	checkEntries(t, a, s)
	dir := filepath.Join(t.TempDir(), "back.sfa")
	must(t, Unpack(one, dir))
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Errorf("unpacked are %q of %q", slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
	}
	back, err := Open(dir)
	must(t, err)
	if len(back.Damage()) != 0 || len(back.Missing()) != 1 {
		t.Errorf("damage %v, missing %v", back.Damage(), back.Missing())
	}
	must(t, newWriter(t, back).Command("resume", nil)) // what was unpacked for good can be written to
	if err := Unpack(one, dir); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a session: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), ".*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// checkEntries holds an archive against what it promises: sorted names in one
// folder, the session's time, no owner.
func checkEntries(t *testing.T, file []byte, s *Session) {
	t.Helper()
	r := tar.NewReader(bytes.NewReader(file))
	last := ""
	for {
		h, err := r.Next()
		if err == io.EOF {
			return
		}
		must(t, err)
		if h.Name <= last || !strings.HasPrefix(h.Name, "test-20260301-120000.sfa/") || !h.ModTime.Equal(s.Header.Created) ||
			h.Mode != 0o644 || h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" {
			t.Errorf("entry %+v", h)
		}
		last = h.Name
	}
}

// A session that is packed while it grows is whole: a journal does not speak of
// points that are not there.
func TestPackWhileItGrows(t *testing.T) {
	s := newSession(t, 40)
	w := newWriter(t, s)
	must(t, w.Handle(event(sweep.Started)))
	grown, done := make(chan struct{}), make(chan error, 1)
	go func() {
		defer close(done)
		defer close(grown)
		for _, e := range s.Plan() {
			if err := w.Handle(pointDone(e)); err != nil {
				done <- err
				return
			}
			select {
			case grown <- struct{}{}:
			default:
			}
		}
	}()
	for range 5 {
		dir := filepath.Join(t.TempDir(), "x.sfa")
		must(t, Unpack(packedFile(t, s), dir))
		back, err := Open(dir)
		must(t, err)
		if len(back.Damage()) != 0 {
			t.Errorf("damage %v", back.Damage())
		}
		<-grown
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestOpenPacked(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan()[:2], "cancelled")
	dir, remove, err := OpenPacked(packedFile(t, s))
	must(t, err)
	back, err := Open(dir)
	must(t, err)
	if len(back.State().Results) != 2 || filepath.Base(dir) != "test.sfa" {
		t.Errorf("opened %s with %+v", dir, back.State())
	}
	if _, err := back.Writer(time.Now); err == nil || !strings.Contains(err.Error(), "sfatui unpack") {
		t.Errorf("a writer of a packed session: %v", err)
	}
	remove()
	if _, _, err := OpenPacked(filepath.Join(s.Dir, store.HeaderName)); err == nil {
		t.Error("a file that is no archive opens")
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// archive makes an archive of entries; a name that ends in / is a folder.
func archive(t testing.TB, entries ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range entries {
		body := h.Uname // what is in the file
		if h.Typeflag != tar.TypeXGlobalHeader {
			h.Uname, h.Size, h.Mode = "", int64(len(body)), 0o644
		}
		must(t, w.WriteHeader(&h))
		_, err := w.Write([]byte(body))
		must(t, err)
	}
	must(t, w.Close())
	return b.Bytes()
}

func file(name, body string) tar.Header {
	return tar.Header{Typeflag: tar.TypeReg, Name: name, Uname: body}
}

// unpackedFrom unpacks an archive, and gives what became of it.
func unpackedFrom(t testing.TB, data []byte) (files map[string]string, err error) {
	t.Helper()
	outer := t.TempDir()
	path := filepath.Join(outer, "in", "a.tar")
	must(t, os.Mkdir(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, data, 0o644))
	err = Unpack(path, filepath.Join(outer, "in", "out"))
	files = tree(t, outer)
	delete(files, "in/a.tar")
	return files, err
}

func TestUnpackOfOthersArchives(t *testing.T) {
	header := file("s/session.json", "{}")
	key := strings.Repeat("ab", 32)
	for name, entries := range map[string][]tar.Header{
		"within the folder":     {file("session.json", "{}"), file("points/"+key+".json", "p")},
		"with a dot":            {{Typeflag: tar.TypeDir, Name: "./"}, file("./session.json", "{}"), file("./points/"+key+".json", "p")},
		"deep":                  {{Typeflag: tar.TypeDir, Name: "home/me/s/"}, file("home/me/s/points/"+key+".json", "p"), file("home/me/s/session.json", "{}")},
		"among others":          {file("README", "x"), header, file("s/notes/a.txt", "x"), file("s/points/"+key+".json", "p"), file("s/.lock", "x")},
		"with a global header":  {{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "x"}}, header, file("s/points/"+key+".json", "p")},
		"inside out of its way": {file("s/a/../points/"+key+".json", "p"), header},
	} {
		files, err := unpackedFrom(t, archive(t, entries...))
		want := map[string]string{"in/out/session.json": "{}", "in/out/points/" + key + ".json": "p"}
		if err != nil || !maps.Equal(files, want) {
			t.Errorf("%s: %v, files %q", name, err, files)
		}
	}
}

func TestUnpackRefuses(t *testing.T) {
	header := file("s/session.json", "{}")
	key := strings.Repeat("ab", 32)
	damaged := func(what string) func(error) bool {
		return func(err error) bool {
			var d *store.DamagedError
			return errors.As(err, &d) && strings.Contains(err.Error(), what)
		}
	}
	none := func(err error) bool {
		return errors.Is(err, fs.ErrNotExist) && strings.Contains(err.Error(), "not a packed session")
	}
	sparse := archive(t, header, file("s/journal/a.jsonl", "x"))
	copy(sparse[1024+124:], "77777777777\x00") // 8 GiB
	reseal(sparse[1024:1536])
	whole := archive(t, header, file("s/journal/a.jsonl", strings.Repeat("x", 2000)))
	for name, c := range map[string]struct {
		data []byte
		ok   func(error) bool
	}{
		"up":              {archive(t, header, file("../evil", "x")), damaged("leads out")},
		"up inside":       {archive(t, header, file("s/../../points/"+key+".json", "x")), damaged("leads out")},
		"absolute":        {archive(t, header, file("/tmp/session.json", "x")), damaged("leads out")},
		"backslashes":     {archive(t, header, file(`s\..\evil`, "x")), damaged("leads out")},
		"a link":          {archive(t, header, tar.Header{Typeflag: tar.TypeSymlink, Name: "s/points", Linkname: "/tmp"}), damaged("a link or a device")},
		"a hard link":     {archive(t, header, tar.Header{Typeflag: tar.TypeLink, Name: "s/plan/0001.jsonl", Linkname: "s/session.json"}), damaged("a link or a device")},
		"a device":        {archive(t, header, tar.Header{Typeflag: tar.TypeChar, Name: "s/x"}), damaged("a link or a device")},
		"twice":           {archive(t, header, header), damaged("twice")},
		"two sessions":    {archive(t, header, file("u/session.json", "{}")), damaged("more than one session")},
		"a bomb":          {sparse, damaged("more bytes than it has")},
		"no header":       {archive(t, file("s/points/"+key+".json", "x")), damaged("has no session.json")},
		"other files":     {archive(t, file("a/b.txt", "x")), none},
		"nothing":         {archive(t), none},
		"cut in a file":   {whole[:len(whole)-2500], damaged("cut off")},
		"cut in a header": {whole[:1300], damaged("cut off")},
		"noise":           {bytes.Repeat([]byte("noise"), 500), damaged("no archive")},
	} {
		files, err := unpackedFrom(t, c.data)
		if !c.ok(err) || len(files) != 0 {
			t.Errorf("%s: %v, files %q", name, err, files)
		}
	}
}

// reseal gives the header of an archive's entry its checksum.
func reseal(h []byte) {
	copy(h[148:156], "        ")
	sum := 0
	for _, b := range h {
		sum += int(b)
	}
	for i := 5; i >= 0; i-- {
		h[148+i] = byte('0' + sum%8)
		sum /= 8
	}
	h[154], h[155] = 0, ' '
}

func TestUnpackCutAnywhere(t *testing.T) {
	s := newSession(t, 2)
	recordPoints(t, s, s.Plan()[:1], "cancelled")
	whole, err := os.ReadFile(packedFile(t, s))
	must(t, err)
	end := bytes.LastIndexFunc(whole, func(r rune) bool { return r != 0 }) + 1 // of the header of the session, the last file
	for cut := 0; cut < end; cut += 131 {
		files, err := unpackedFrom(t, whole[:cut])
		if err == nil || len(files) != 0 {
			t.Fatalf("cut at %d of %d: %v, files %q", cut, end, err, slices.Sorted(maps.Keys(files)))
		}
	}
}

// What an archive would have made are files of a session, within it, and no more
// bytes than it has.
func FuzzUnpack(f *testing.F) {
	s := newSession(f, 1)
	recordPoints(f, s, s.Plan(), "done")
	whole, err := os.ReadFile(packedFile(f, s))
	must(f, err)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(archive(f, file("../x", "y"), file("s/session.json", "{}")))
	f.Add(archive(f, file(strings.Repeat("long/", 60)+"session.json", "{}"))) // needs a header of its own
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &archiveReader{tar: tar.NewReader(bytes.NewReader(data)), left: int64(len(data))}
		total := 0
		for {
			name, err := r.next()
			if err == io.EOF {
				return
			}
			var b bytes.Buffer
			if err == nil {
				err = r.copy(&b, name)
			}
			var bad *badArchive
			if errors.As(err, &bad) {
				return
			}
			must(t, err)
			if total += b.Len(); total > len(data) {
				t.Fatalf("%d bytes from %d", total, len(data))
			}
			if !ofSession(name) || !filepath.IsLocal(name) {
				t.Fatalf("it would make %q", name)
			}
		}
	})
}
