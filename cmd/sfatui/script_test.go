package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sfatui": func() { os.Exit(execute(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

func TestScript(t *testing.T) {
	version1, err := filepath.Abs("../../sessions/testdata/version1")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", e.WorkDir+"/state")
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/cache")
			e.Setenv("VERSION1", version1)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"append": appendByte,
			"exits":  exits,
			"forge":  forge,
			"keys":   keys,
			"rows":   rows,
			"screen": screenOf,
			"slice":  slice,
		},
	})
}
