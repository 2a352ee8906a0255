package list_test

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
)

// Words for two sessions of the same data.
func Example_find() {
	dir, err := os.MkdirTemp("", "find")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for i, name := range []string{"first.sfa", "second.sfa"} {
		h := sessions.Header{Created: time.Date(2026, 3, 1+i, 0, 0, 0, 0, time.UTC), Data: sessions.Data{Name: "vowels", Hash: "data"}}
		if _, err := sessions.Create(filepath.Join(dir, name), h, sessiontest.Plan(1)); err != nil {
			panic(err)
		}
	}
	places := list.Places{Folders: []string{dir}}
	for _, word := range []string{"-", "2", "vowels", "irs", "frist"} {
		path, err := places.Path(word)
		fmt.Println(word, "→", filepath.Base(path), err)
	}
	// Output:
	// - → second.sfa <nil>
	// 2 → first.sfa <nil>
	// vowels → second.sfa <nil>
	// irs → first.sfa <nil>
	// frist → . there is no session "frist"; did you mean first?
}
