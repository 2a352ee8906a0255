package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/uitest"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestTasks runs the scripts of testdata/tasks: what people do in the
// workbench, with keys in, parts of screens out, and the number of keys. Each
// runs at two sizes with the same keys; without CI at the smaller size. The
// clock is simulated, except in serve*.txtar: it would stand still while a
// goroutine waits for the network.
func TestTasks(t *testing.T) {
	files, err := filepath.Glob("testdata/tasks/*.txtar")
	noError(t, err)
	for i := range files {
		files[i], err = filepath.Abs(files[i])
		noError(t, err)
	}
	t.Chdir(t.TempDir())
	for _, name := range taskVariables {
		t.Setenv(name, "")
	}
	sizes := []layout.Size{{W: 80, H: 24}, {W: 200, H: 50}}
	if !testenv.Full() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		for _, file := range files {
			name := fmt.Sprintf("%s %d×%d", strings.TrimSuffix(filepath.Base(file), ".txtar"), size.W, size.H)
			t.Run(name, func(t *testing.T) {
				run := func(t *testing.T) { (&task{t: t, size: size}).run(file) }
				if strings.HasPrefix(name, "serve") {
					run(t)
				} else {
					uitest.Bubble(t, run)
				}
			})
		}
	}
}

// taskVariables are the variables of the process that a script sets for its programs.
var taskVariables = []string{"HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL"}

// task is one run of a script: a user with a terminal, or several on a server.
type task struct {
	t    *testing.T
	size layout.Size
	gate *uitest.Gate
	keys int // number of keys since the start or the last count

	*user // whose terminal is in use
	users map[string]*user
	server
}

// user is somebody in front of a terminal with at most one program.
type user struct {
	typed   *uitest.Keyboard
	term    *terminal
	release func()
	stop    context.CancelFunc
	ended   chan int // the exit code
	stderr  *strings.Builder
}

// terminal is the terminal of a task.
type terminal struct {
	*uitest.Terminal
	io.Reader
	sizes chan layout.Size
}

func (t *terminal) Sizes() <-chan layout.Size { return t.sizes }

// inBubble is a test that runs one script in its own goroutine.
type inBubble struct{ *testing.T }

func (inBubble) Parallel()                                 {}
func (inBubble) Verbose() bool                             { return testing.Verbose() }
func (b inBubble) Run(name string, f func(t testscript.T)) { f(b) }

// run runs a script, and stops its program if it is still running.
func (k *task) run(file string) {
	k.user = &user{typed: uitest.NewKeyboard()}
	k.users = map[string]*user{"": k.user}
	defer func() {
		for _, k.user = range k.users {
			if k.ended != nil {
				k.stop()
				k.wait()
			}
		}
	}()
	testscript.RunT(inBubble{k.t}, testscript.Params{
		Files: []string{file},
		Setup: func(e *testscript.Env) error {
			for name, value := range map[string]string{
				"HOME": e.WorkDir, "TERM": "xterm-256color", "LANG": "C.UTF-8",
				"XDG_STATE_HOME": e.WorkDir + "/state", "XDG_CACHE_HOME": e.WorkDir + "/cache", "XDG_CONFIG_HOME": e.WorkDir + "/config",
			} {
				e.Setenv(name, value)
			}
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "narrow":
				return k.size.W == 80, nil
			case "wide":
				return k.size.W == 200, nil
			}
			return false, fmt.Errorf("there is no condition %s", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"start": k.start, "ends": k.ends, "press": k.press, "type": k.typeText, "shows": k.shows, "keys": k.count,
			"resize": k.resize, "hold": k.hold, "later": k.later, "sends": k.sends,
			"rows": rows, "sfatui": k.sfatui, "swept": k.swept, "sounds": sounds, "aside": k.aside,
			"serve": k.serve, "join": k.join, "as": k.as,
		},
	})
}

// setVariables sets the variables of the process to those of the script.
func setVariables(ts *testscript.TestScript) {
	for _, name := range taskVariables {
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	ts.Check(os.Chdir(ts.MkAbs(".")))
}

// sfatui runs a command line without a terminal: sfatui ARGS…
func (k *task) sfatui(ts *testscript.TestScript, neg bool, args []string) {
	setVariables(ts)
	program(ts, neg, args)
}

// swept writes a table and computes a session of 8 points × 2 folds on it:
// swept NAME makes NAME.csv and NAME.sfa.
func (k *task) swept(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: swept NAME")
	}
	rows(ts, false, []string{args[0] + ".csv", "240"})
	k.sfatui(ts, false, append(strings.Fields(sweptFlags), "run", args[0]+".csv", "--out", args[0]+".sfa"))
}

const sweptFlags = "--label state --segment trial --group who --folds 2 --sigma 1,3 --lambda 0,1e-3 --m 20 --p 4 --readout lda,perceptron"

// sounds writes 24 sound files: two words of four speakers, three times each: sounds FOLDER
func sounds(ts *testscript.TestScript, neg bool, args []string) {
	const n, rate = 1200, 8000
	ts.Check(os.MkdirAll(ts.MkAbs(args[0]), 0o755))
	for i := range 24 {
		speaker, word, take := i/6, i/3%2, i%3
		b := []byte("RIFF")
		add := func(values ...any) {
			for _, v := range values {
				var err error
				b, err = binary.Append(b, binary.LittleEndian, v)
				ts.Check(err)
			}
		}
		add(uint32(36+2*n), []byte("WAVEfmt "), uint32(16), uint16(1), uint16(1), uint32(rate), uint32(2*rate), uint16(2), uint16(16), []byte("data"), uint32(2*n))
		for k := range n {
			x := float64(k) / rate * 2 * math.Pi
			add(int16(9000 * (math.Sin(x*float64(300+250*word+10*speaker)) + 0.4*math.Sin(x*float64(1900+300*word+7*take)))))
		}
		name := fmt.Sprintf("s%02d_%s_%d.wav", speaker+1, []string{"head", "heed"}[word], take+1)
		ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[0]), name), b, 0o600))
	}
}

// aside runs a command line while the script goes on, as another process does:
// aside ARGS…
func (k *task) aside(ts *testscript.TestScript, neg bool, args []string) {
	setVariables(ts)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() { ended <- execute(ctx, args, io.Discard, io.Discard) }()
	ts.Defer(func() {
		stop()
		<-ended
	})
}

// start starts a command line on the terminal: start ARGS…
func (k *task) start(ts *testscript.TestScript, neg bool, args []string) {
	if neg || k.ended != nil {
		ts.Fatalf("usage: start ARGS…, after the program before has ended")
	}
	setVariables(ts)
	k.begin(func(ctx context.Context, term *terminal, stderr io.Writer) int {
		return execute(ctx, args, term, stderr)
	})
}

// begin starts a program on a new terminal.
func (k *task) begin(program func(context.Context, *terminal, io.Writer) int) {
	k.keys = 0
	k.term = &terminal{Terminal: uitest.NewTerminal(k.size.W, k.size.H), sizes: make(chan layout.Size, 1)}
	k.term.sizes <- k.size
	k.term.Reader, k.release = k.typed.Lease()
	k.stderr, k.ended = &strings.Builder{}, make(chan int, 1)
	var ctx context.Context
	ctx, k.stop = context.WithCancel(context.Background())
	term, ended, stderr := k.term, k.ended, k.stderr
	go func() { ended <- program(ctx, term, stderr) }()
}

// ends waits for the end of the program, and requires an exit code: ends [CODE].
// What it printed on stderr is that of the command.
func (k *task) ends(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 || k.ended == nil {
		ts.Fatalf("usage: ends [CODE], after start")
	}
	want := strings.Join(append(args, "0")[:1], "")
	code := k.wait()
	_, err := io.WriteString(ts.Stderr(), k.stderr.String())
	ts.Check(err)
	if fmt.Sprint(code) != want {
		ts.Fatalf("exit code %d, want %s", code, want)
	}
}

// wait returns the program's exit code.
func (k *task) wait() int {
	code := uitest.Ended(k.t, k.term.Terminal, k.ended)
	k.release()
	k.stop()
	k.ended = nil
	return code
}

// taskKeys are the keys with names, and what a terminal sends for them.
var taskKeys = map[string]string{
	"enter": "\r", "esc": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f",
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
	"home": "\x1b[H", "end": "\x1b[F", "pgup": "\x1b[5~", "pgdown": "\x1b[6~",
}

// press presses keys, which are counted: press KEY…
func (k *task) press(ts *testscript.TestScript, neg bool, args []string) {
	for _, key := range args {
		text, named := taskKeys[key]
		letter, control := strings.CutPrefix(key, "ctrl+")
		switch {
		case control && len(letter) == 1:
			text = string(letter[0] & 0x1f)
		case !named && len([]rune(key)) == 1:
			text = key
		case !named:
			ts.Fatalf("there is no key %s", key)
		}
		k.send(ts, text)
		k.keys++
	}
}

// typeText types a text, whose letters are not counted: type TEXT
func (k *task) typeText(ts *testscript.TestScript, neg bool, args []string) {
	for _, r := range strings.Join(args, " ") {
		k.send(ts, string(r))
	}
}

func (k *task) send(ts *testscript.TestScript, text string) {
	if k.ended == nil {
		ts.Fatalf("no program is running")
	}
	_, err := io.WriteString(k.typed, text)
	ts.Check(err)
}

// shows waits until the screen shows all texts, or none of them: [!] shows TEXT…
func (k *task) shows(ts *testscript.TestScript, neg bool, args []string) {
	if k.term == nil || len(args) == 0 {
		ts.Fatalf("usage: [!] shows TEXT…, after start")
	}
	wrong := func(screen string) (texts []string) {
		for _, text := range args {
			if strings.Contains(screen, text) == neg {
				texts = append(texts, text)
			}
		}
		return texts
	}
	if !k.term.Await(func(screen, _ string) bool { return wrong(screen) == nil }) {
		screen := k.term.String()
		ts.Fatalf("%q is shown: %v; the screen is\n%s", wrong(screen), neg, screen)
	}
}

// sends requires a control sequence in the output so far: [!] sends TEXT, with ␛ for escape.
func (k *task) sends(ts *testscript.TestScript, neg bool, args []string) {
	if k.term == nil || len(args) != 1 {
		ts.Fatalf("usage: [!] sends TEXT, after start")
	}
	if strings.Contains(k.term.Raw(), strings.ReplaceAll(args[0], "␛", "\x1b")) == neg {
		ts.Fatalf("%q is sent: %v", args[0], neg)
	}
}

// count requires the number of keys since the start of the program or the last
// count: keys N
func (k *task) count(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 || args[0] != fmt.Sprint(k.keys) {
		ts.Fatalf("%d keys, want %q", k.keys, args)
	}
	k.keys = 0
}

// resize changes the size of the terminal: resize W H
func (k *task) resize(ts *testscript.TestScript, neg bool, args []string) {
	var size layout.Size
	if _, err := fmt.Sscan(strings.Join(args, " "), &size.W, &size.H); neg || err != nil || k.ended == nil {
		ts.Fatalf("usage: resize W H, after start")
	}
	k.term.Resize(size.W, size.H)
	k.term.sizes <- size
}

// supports is open to choices of supports by mp-mah while it is nil or closed.
var supports atomic.Pointer[chan struct{}]

func init() {
	kind := &subset.Kinds.Named("mp-mah").Build
	choose := kind.Choose
	kind.Choose = func(ctx context.Context, from subset.Candidates, m int, at part.Point) (*subset.Supports, error) {
		if c := supports.Load(); c != nil {
			select {
			case <-*c:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return choose(ctx, from, m, at)
	}
}

// holdSupports holds choices of supports until the end of the test or the first
// call of letSupports, so that a sweep that a test holds uses no processor.
func holdSupports(t *testing.T) {
	c := make(chan struct{})
	supports.Store(&c)
	t.Cleanup(letSupports)
}

func letSupports() {
	if c := supports.Swap(nil); c != nil {
		close(*c)
	}
}

// hold holds sweeps with the readout lda before their first fit, lets N
// trainings of it through, or all: hold [N | off]
func (k *task) hold(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) > 0 {
		letSupports()
	}
	switch n := 0; {
	case len(args) == 0 && k.gate == nil:
		k.gate = uitest.HoldFits(k.t)
		holdSupports(k.t)
	case len(args) == 1 && k.gate != nil && args[0] == "off":
		k.gate.Open()
	case len(args) == 1 && k.gate != nil:
		if _, err := fmt.Sscan(args[0], &n); err != nil {
			ts.Fatalf("hold %s: %v", args[0], err)
		}
		k.gate.Pass(k.t, n)
	default:
		ts.Fatalf("usage: hold [N | off]")
	}
}

// later moves the clock on: later DURATION, or later tomorrow for the next day's
// noon, so that the day does not change as a script runs.
func (k *task) later(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 1 && args[0] == "tomorrow" {
		year, month, day := time.Now().Date()
		<-time.After(time.Until(time.Date(year, month, day+1, 12, 0, 0, 0, time.Local)))
		return
	}
	d, err := time.ParseDuration(strings.Join(args, " "))
	ts.Check(err)
	<-time.After(d)
}
