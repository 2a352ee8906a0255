package main

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sfatui": func() { os.Exit(execute(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", e.WorkDir+"/state")
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
