package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/sessions/list"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain runs the tests, or the program if this binary is called sfatui, as
// in the first folder of PATH.
func TestMain(m *testing.M) {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "sfatui" {
		main()
	}
	if file := os.Getenv(measuring); file != "" {
		measured(file)
		return
	}
	os.Exit(runAway(m))
}

// runAway runs tests isolated from the user's folders, the width of the
// terminal, and an enclosing Slurm job.
func runAway(m *testing.M) int {
	testenv.MemoryDisk()
	testenv.CollectRarely()
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
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); name == "COLUMNS" || strings.HasPrefix(name, "SLURM") {
			os.Unsetenv(name)
		}
	}
	if err := linkProgram(filepath.Join(dir, "bin")); err != nil {
		panic(err)
	}
	os.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

// linkProgram creates a folder in which this binary is called sfatui.
func linkProgram(bin string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.Mkdir(bin, 0o755); err != nil {
		return err
	}
	program := filepath.Join(bin, "sfatui")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if os.Link(self, program) == nil {
		return nil
	}
	from, err := os.Open(self)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(program, os.O_WRONLY|os.O_CREATE, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		return err
	}
	return to.Close()
}

// The files that a command keeps are in folders that end with the tests.
func TestNothingIsKeptAtHome(t *testing.T) {
	state, err := list.Folder()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{state, list.CacheFolder(), settingsPath(), statePath("typed")} {
		if rest, err := filepath.Rel(os.TempDir(), folder); err != nil || !filepath.IsLocal(rest) {
			t.Errorf("%s is outside of %s", folder, os.TempDir())
		}
	}
}

// scripts is a test that runs its scripts one after the other, because their
// commands share this process, its working directory and its environment.
type scripts struct{ *testing.T }

func (s scripts) Parallel()     {}
func (s scripts) Verbose() bool { return testing.Verbose() }

func (s scripts) Run(name string, f func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) { f(scripts{t}) })
}

// TestScript runs the scripts of testdata/script. In these, sfatui runs a
// command line in this process, and exec sfatui in a new one, with the
// variables that the script sets. [CI] is true with CI; [other] if the
// processor has other kernels than those in use, which $OTHER names; $HERE is
// the initial value of SFATUI_KERNELS.
func TestScript(t *testing.T) {
	folder, err := filepath.Abs("testdata/script")
	noError(t, err)
	version1, err := filepath.Abs("../../sessions/testdata/version1")
	noError(t, err)
	here, other := os.Getenv("SFATUI_KERNELS"), "portable"
	if paths := simd.Paths(); simd.Path() == other {
		other = strings.Join(paths[1:min(2, len(paths))], "")
	}
	t.Chdir(t.TempDir())
	for name, value := range map[string]string{"HOME": "/no-home", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": ""} {
		t.Setenv(name, value)
	}
	testscript.RunT(scripts{t}, testscript.Params{
		Dir: folder,
		Setup: func(e *testscript.Env) error {
			for name, value := range map[string]string{
				"XDG_STATE_HOME": e.WorkDir + "/state", "XDG_CACHE_HOME": e.WorkDir + "/cache",
			} {
				e.Setenv(name, value)
				os.Setenv(name, value)
			}
			e.Setenv("VERSION1", version1)
			e.Setenv("SFATUI_KERNELS", here)
			e.Setenv("HERE", here)
			e.Setenv("OTHER", other)
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "CI":
				return os.Getenv("CI") != "", nil
			case "other":
				return other != "", nil
			}
			return false, fmt.Errorf("there is no condition %s", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"append": appendByte,
			"exits":  exits,
			"forge":  forge,
			"keys":   keys,
			"rows":   rows,
			"screen": screenOf,
			"sfatui": program,
			"slice":  slice,
		},
	})
}
