package list_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// made creates sessions in a folder, each of its data and a day older than the
// previous one.
func made(t testing.TB, folder string, first time.Time, named ...[2]string) {
	t.Helper()
	for i, n := range named {
		h := sessions.Header{Name: n[1], Created: first.AddDate(0, 0, -i), Data: sessions.Data{Name: n[1], Hash: "data"}}
		if _, err := sessions.Create(filepath.Join(folder, n[0]), h, sessiontest.Plan(2)); err != nil {
			t.Fatal(err)
		}
	}
}

func places(t testing.TB) (list.Places, string) {
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	work := filepath.Join(dir, "work")
	for _, folder := range []string{state, work} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(work)
	return list.Places{Folders: []string{state, "."}, Opened: filepath.Join(state, "opened")}, state
}

func TestWords(t *testing.T) {
	p, state := places(t)
	made(t, state, noon, [2]string{"vowels-20261120-120000.sfa", "vowels"}, [2]string{"sensors.csv-20261119-120000.sfa", "sensors.csv"}, [2]string{"vowels-20261118-120000.sfa", "vowels"})
	made(t, ".", noon.Add(time.Hour), [2]string{"mine.sfa", "words"}, [2]string{"vowels", "words"})
	for word, want := range map[string]string{
		"-": "mine.sfa", "1": "mine.sfa", "2": "vowels-20261120-120000.sfa", "5": "vowels-20261118-120000.sfa",
		"vowels":      "vowels", // a path takes precedence
		"Words":       "mine.sfa",
		"sensors.csv": "sensors.csv-20261119-120000.sfa", "sensors": "sensors.csv-20261119-120000.sfa", "sens": "sensors.csv-20261119-120000.sfa",
		"mine": "mine.sfa", "mine.sfa": "mine.sfa", "vowels-20261118-120000": "vowels-20261118-120000.sfa", "1118": "vowels-20261118-120000.sfa",
		filepath.Join(state, "anything"): "anything",
	} {
		got, err := p.Path(word)
		if err != nil || filepath.Base(got) != want {
			t.Errorf("%q is %q (%v), want %q", word, got, err, want)
		}
	}
	var several *list.AmbiguousError
	if _, err := p.Path("vow"); !errors.As(err, &several) || !slices.Equal(several.Numbers, []int{2, 3, 5}) {
		t.Errorf("several: %v", err)
	}
	for word, near := range map[string][]string{"vowles": {"vowels"}, "sensor.csv": {"sensors.csv"}, "77": nil, "": nil, "nothing like it": nil} {
		var unknown *list.UnknownError
		if _, err := p.Path(word); !errors.As(err, &unknown) || len(near) > 0 && unknown.Near[0] != near[0] || len(near) == 0 && len(unknown.Near) > 0 {
			t.Errorf("%q: %v, want one near %q", word, err, near)
		}
	}
}

// A number refers to the session with that number in the list. A path opened
// before is found from any folder, and only once if its folder is also
// searched.
func TestOpenedBefore(t *testing.T) {
	p, state := places(t)
	made(t, state, noon, [2]string{"a.sfa", "a"})
	away := t.TempDir()
	made(t, away, noon, [2]string{"b.sfa", "b"}, [2]string{"c.sfa", "c"})
	made(t, ".", noon.Add(time.Hour), [2]string{"d.sfa", "d"})
	for _, path := range []string{filepath.Join(away, "b.sfa"), filepath.Join(away, "b.sfa"), "d.sfa", filepath.Join(state, "a.sfa"), filepath.Join(away, "gone.sfa"), away} {
		p.Remember(path)
	}
	items, err := p.All()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range items {
		names = append(names, list.Name(&items[i]))
		if n := list.Number(items, items[i].Dir); n != i+1 {
			t.Errorf("%s has number %d of the list, want %d", items[i].Dir, n, i+1)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"a", "b", "d"}) {
		t.Errorf("found %q", names)
	}
	if err := os.RemoveAll(filepath.Join(away, "b.sfa")); err != nil {
		t.Fatal(err)
	}
	if items, err = p.All(); err != nil || len(items) != 2 {
		t.Errorf("%d sessions (%v) once one is gone", len(items), err)
	}
}

func TestNowhere(t *testing.T) {
	p := list.Places{Folders: []string{filepath.Join(t.TempDir(), "none")}}
	items, err := p.All()
	if err != nil || len(items) != 0 {
		t.Errorf("%d sessions, %v", len(items), err)
	}
	if _, err := p.Path("-"); err == nil || err.Error() != `there is no session "-", nor any other: sfatui run creates one` {
		t.Errorf("error %v", err)
	}
	p.Remember("none.sfa")
}

// BenchmarkAll lists a thousand sessions, without the slow parts.
func BenchmarkAll(b *testing.B) {
	dir := b.TempDir()
	var named [][2]string
	for i := range 1000 {
		named = append(named, [2]string{fmt.Sprintf("s%04d.sfa", i), "vowels"})
	}
	made(b, dir, noon, named...)
	p := list.Places{Folders: []string{dir}}
	for b.Loop() {
		if items, err := p.All(); err != nil || len(items) != 1000 {
			b.Fatal(len(items), err)
		}
	}
}

// A word with the extension of sessions is a whole name, not a part of another.
func TestWholeNames(t *testing.T) {
	p, state := places(t)
	made(t, state, noon, [2]string{"vowels-20261120-120000.sfa", "vowels"})
	var unknown *list.UnknownError
	if dir, err := p.Path("vow.sfa"); !errors.As(err, &unknown) {
		t.Errorf("vow.sfa is %q (%v)", dir, err)
	}
}
