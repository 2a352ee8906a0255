package list_test

import (
	"fmt"
	"os"
	"path/filepath"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// A session as a list shows it, from its entry in the index.
func Example_index() {
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	at := store.At(filepath.Join(dir, "words.sfa"))
	if _, err := sessions.Create(at.Path(), sessions.Header{Name: "words", Data: sessions.Data{Hash: "data"}}, sessiontest.Plan(3)); err != nil {
		panic(err)
	}
	it := list.Glance(at)
	it.Fill(at, list.IndexIn(filepath.Join(dir, "index")))
	fmt.Println(it.Status, it.Points, "of", it.Planned)
	// Output: ready 0 of 3
}
