package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/sessions/find"
	"example.com/sfatui/sessions/index"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(away{m}, map[string]func(){
		"sfatui": func() { os.Exit(execute(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// away runs tests where nothing is kept in the folders of whoever runs them.
type away struct{ *testing.M }

func (a away) Run() int {
	dir, err := os.MkdirTemp("", "sfatui-test")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if cache, err := os.UserCacheDir(); err == nil && os.Getenv("GOCACHE") == "" {
		os.Setenv("GOCACHE", filepath.Join(cache, "go-build")) // for tests that call go
	}
	for _, name := range []string{"XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"} {
		os.Setenv(name, filepath.Join(dir, name))
	}
	return a.M.Run()
}

// What a command keeps of its own goes to folders that end with the tests.
func TestNothingIsKeptAtHome(t *testing.T) {
	state, err := find.Folder()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{state, index.Folder(), settingsPath(), historyPath()} {
		if rest, err := filepath.Rel(os.TempDir(), folder); err != nil || !filepath.IsLocal(rest) {
			t.Errorf("%s is outside of %s", folder, os.TempDir())
		}
	}
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
