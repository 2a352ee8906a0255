package compare_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compare"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
)

// Two sessions with different data, before anything is computed.
func ExampleSessions() {
	dir, err := os.MkdirTemp("", "diff")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	made := func(data string) *list.Outline {
		s, err := sessions.Create(filepath.Join(dir, data+".sfa"), sessions.Header{Data: sessions.Data{Hash: data}}, sessiontest.Keyed(sessiontest.Plan(2), "", "", data))
		if err != nil {
			panic(err)
		}
		o, err := list.OpenOutline(s.Dir)
		if err != nil {
			panic(err)
		}
		return o
	}
	d, err := compare.Sessions(context.Background(), made("a"), made("b"), compare.Options{Rope: choose.UsualRope})
	if err != nil {
		panic(err)
	}
	fmt.Println(d.SameData, d.SameEngine, len(d.Common))
	// Output:
	// false true 0
}
