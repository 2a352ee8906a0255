package archive

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

	"example.com/sfatui/sessions/store"
)

// tree returns all files below a directory.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	check(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
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

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// packedSession returns an archive with all types of files that a session has.
func packedSession(t testing.TB) []byte {
	t.Helper()
	key := strings.Repeat("ab", 32)
	dir, err := store.At(filepath.Join(t.TempDir(), "x.sfa")).Make(func(d store.Dir) error {
		for _, sub := range []string{store.ArtifactDir, store.JournalDir, store.PlanDir, store.PointsDir} {
			if err := d.Mkdir(sub); err != nil {
				return err
			}
		}
		for _, name := range []string{"artifacts/" + key + ".npz", "journal/a.jsonl", "plan/0001.jsonl", "points/" + key + ".json", store.HeaderName} {
			if err := d.Publish(name, []byte(strings.Repeat(name, 30))); err != nil {
				return err
			}
		}
		return nil
	})
	check(t, err)
	defer dir.Close()
	var b bytes.Buffer
	check(t, Write(&b, dir, "x.sfa", time.Unix(1e9, 0)))
	return b.Bytes()
}

// archived returns an archive of entries; a name that ends in / is a folder.
func archived(t testing.TB, entries ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range entries {
		body := h.Uname // contents of the file
		if h.Typeflag != tar.TypeXGlobalHeader {
			h.Uname, h.Size, h.Mode = "", int64(len(body)), 0o644
		}
		check(t, w.WriteHeader(&h))
		_, err := w.Write([]byte(body))
		check(t, err)
	}
	check(t, w.Close())
	return b.Bytes()
}

func file(name, body string) tar.Header {
	return tar.Header{Typeflag: tar.TypeReg, Name: name, Uname: body}
}

// unpackedFrom unpacks an archive, and returns the files or the error.
func unpackedFrom(t testing.TB, data []byte) (files map[string]string, err error) {
	t.Helper()
	outer := t.TempDir()
	path := filepath.Join(outer, "in", "a.tar")
	check(t, os.Mkdir(filepath.Dir(path), 0o755))
	check(t, os.WriteFile(path, data, 0o644))
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
		files, err := unpackedFrom(t, archived(t, entries...))
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
	sparse := archived(t, header, file("s/journal/a.jsonl", "x"))
	copy(sparse[1024+124:], "77777777777\x00") // 8 GiB
	reseal(sparse[1024:1536])
	whole := archived(t, header, file("s/journal/a.jsonl", strings.Repeat("x", 2000)))
	for name, c := range map[string]struct {
		data []byte
		ok   func(error) bool
	}{
		"up":              {archived(t, header, file("../evil", "x")), damaged("points outside")},
		"up inside":       {archived(t, header, file("s/../../points/"+key+".json", "x")), damaged("points outside")},
		"absolute":        {archived(t, header, file("/tmp/session.json", "x")), damaged("points outside")},
		"backslashes":     {archived(t, header, file(`s\..\evil`, "x")), damaged("points outside")},
		"a link":          {archived(t, header, tar.Header{Typeflag: tar.TypeSymlink, Name: "s/points", Linkname: "/tmp"}), damaged("a link or a device")},
		"a hard link":     {archived(t, header, tar.Header{Typeflag: tar.TypeLink, Name: "s/plan/0001.jsonl", Linkname: "s/session.json"}), damaged("a link or a device")},
		"a device":        {archived(t, header, tar.Header{Typeflag: tar.TypeChar, Name: "s/x"}), damaged("a link or a device")},
		"twice":           {archived(t, header, header), damaged("twice")},
		"two sessions":    {archived(t, header, file("u/session.json", "{}")), damaged("more than one session")},
		"a bomb":          {sparse, damaged("more bytes than it has")},
		"no header":       {archived(t, file("s/points/"+key+".json", "x")), damaged("has no session.json")},
		"other files":     {archived(t, file("a/b.txt", "x")), none},
		"nothing":         {archived(t), none},
		"cut in a file":   {whole[:len(whole)-2500], damaged("cut off")},
		"cut in a header": {whole[:1300], damaged("cut off")},
		"noise":           {bytes.Repeat([]byte("noise"), 500), damaged("not an archive")},
	} {
		files, err := unpackedFrom(t, c.data)
		if !c.ok(err) || len(files) != 0 {
			t.Errorf("%s: %v, files %q", name, err, files)
		}
	}
}

// reseal corrects the checksum in the header of an archive's entry.
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
	whole := packedSession(t)
	end := bytes.LastIndexFunc(whole, func(r rune) bool { return r != 0 }) + 1 // of the session's header, the last file
	for cut := 0; cut < end; cut += 131 {
		files, err := unpackedFrom(t, whole[:cut])
		if err == nil || len(files) != 0 {
			t.Fatalf("cut at %d of %d: %v, files %q", cut, end, err, slices.Sorted(maps.Keys(files)))
		}
	}
}

// The files unpacked from any archive are files of a session, within it, with
// no more bytes than the archive.
func FuzzUnpack(f *testing.F) {
	whole := packedSession(f)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(archived(f, file("../x", "y"), file("s/session.json", "{}")))
	f.Add(archived(f, file(strings.Repeat("long/", 60)+"session.json", "{}"))) // needs an extra header
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
			check(t, err)
			if total += b.Len(); total > len(data) {
				t.Fatalf("%d bytes from %d", total, len(data))
			}
			if !ofSession(name) || !filepath.IsLocal(name) {
				t.Fatalf("it would make %q", name)
			}
		}
	})
}

// A packed session that is read in place contains the same files as an unpacked
// one, returns the same errors, and is read-only.
func TestReadInPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sfa.tar")
	whole := packedSession(t)
	check(t, os.WriteFile(path, whole, 0o644))
	d, err := Open(path)
	check(t, err)
	defer d.Close()
	want, err := unpackedFrom(t, whole)
	check(t, err)
	got := map[string]string{}
	for _, folder := range []string{".", store.PlanDir, store.JournalDir, store.PointsDir, store.ArtifactDir} {
		sub, err := d.Sub(folder)
		check(t, err)
		names, err := sub.Names(".")
		check(t, err)
		for _, name := range names {
			b, err := sub.Read(name)
			check(t, err)
			got[filepath.ToSlash(filepath.Join("in/out", folder, name))] = string(b)
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("read %q, unpacked %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	if !d.Missing("points/none.json") || !d.Missing("none") {
		t.Error("what is not there is there")
	}
	for what, err := range map[string]error{
		"publishes": d.Publish("points/x.json", nil), "makes a folder": d.Mkdir("new"), "replaces": d.Replace(store.HeaderName, nil),
	} {
		if err == nil {
			t.Errorf("a packed session %s", what)
		}
	}
	for cut := 0; cut < len(whole)-1024; cut += 131 {
		check(t, os.WriteFile(path, whole[:cut], 0o644))
		_, unpacking := unpackedFrom(t, whole[:cut])
		if d, err := Open(path); (err == nil) != (unpacking == nil) {
			t.Fatalf("cut at %d of %d: %v in place, %v unpacked", cut, len(whole), err, unpacking)
		} else if err == nil {
			d.Close()
		}
	}
}
