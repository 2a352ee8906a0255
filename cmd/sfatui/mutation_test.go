package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/sessions/jsonl"
)

// mutants holds the files to change and counts the outcomes: an error is
// reported, the change is harmless, or the numbers are the same. A panic or a
// hang is never allowed.
type mutants struct {
	t                    *testing.T
	work                 string
	session, tar         string // unchanged
	rows                 []string
	models               []mutant
	told, harmless, runs int
}

// TestMutations changes sessions, packed ones and models at random,
// SFATUI_MUTATIONS times (in a step of CI thousands), and runs every command on
// them. SFATUI_SEED=N repeats a run.
func TestMutations(t *testing.T) {
	count := 24
	if text := os.Getenv("SFATUI_MUTATIONS"); text != "" {
		var err error
		count, err = strconv.Atoi(text)
		noError(t, err)
	}
	seed := rand.Uint64()
	if text := os.Getenv("SFATUI_SEED"); text != "" {
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		noError(t, err)
	}
	t.Logf("SFATUI_SEED=%d repeats this", seed)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	m := newMutants(t)
	for i := range count {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		what := fmt.Sprintf("SFATUI_SEED=%d, mutation %d: ", seed, i)
		switch i % 4 {
		case 0, 1:
			m.ofSession(what, rng, i%4 == 1)
		case 2:
			m.ofTar(what, rng)
		default:
			m.ofModel(what, rng, rng.IntN(2) == 0)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d mutations, %d commands: %d told, %d harmless", count, m.runs, m.told, m.harmless)
	if m.told == 0 || m.told == count {
		t.Error("the mutations try nothing")
	}
}

// newMutants computes the files to change.
func newMutants(t *testing.T) *mutants {
	t.Helper()
	m := &mutants{t: t, work: t.TempDir()}
	data := filepath.Join(m.work, "waves.csv")
	waves(t, data)
	m.session, m.tar = m.work+"/s.sfa", m.work+"/s.sfa.tar"
	for _, args := range [][]string{
		{"run", data, "--segment", "trial", "--sigma", "rel:0.5,1", "--lambda", "0,1e-5", "--m", "10", "--p", "2", "--readout", "none", "--folds", "2", "--out", m.session},
		{"pack", m.session, "-o", m.tar},
	} {
		if code, said := m.run("", args...); code != cli.CodeDone {
			t.Fatalf("%q: %d, %s", args, code, said)
		}
	}
	if m.rows = m.csv("", m.session); len(m.rows) < 8 {
		t.Fatalf("%d rows", len(m.rows))
	}
	m.newModels()
	return m
}

// run runs a command line, and returns its exit code and its output.
func (m *mutants) run(what string, args ...string) (code int, said string) {
	m.t.Helper()
	m.runs++
	code, out, errs := executed(m.t, args...)
	said = out + errs
	if !slices.Contains([]int{cli.CodeDone, cli.CodeFailed, cli.CodeUsage, cli.CodeSomeFailed, cli.CodeDamaged, cli.CodeData}, code) {
		m.t.Fatalf("%s%q exits with %d: %s", what, args, code, said)
	}
	if strings.ContainsAny(said, "\x1b\a\u202e") {
		m.t.Fatalf("%s%q writes a command for terminals: %q", what, args, said)
	}
	return code, said
}

// csv returns the points of a session by the export, without times.
func (m *mutants) csv(what, dir string) []string {
	m.t.Helper()
	out := filepath.Join(m.work, "out.csv")
	if code, _ := m.run(what, "export", dir, "-o", out, "--force"); code != cli.CodeDone && code != cli.CodeDamaged {
		return nil
	}
	b, err := os.ReadFile(out)
	if err != nil {
		return nil
	}
	os.Remove(out)
	table, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	noError(m.t, err)
	timed := slices.Index(table[0], "seconds")
	var rows []string
	for _, row := range table {
		if timed >= 0 {
			row = slices.Delete(row, timed, timed+1)
		}
		rows = append(rows, strings.Join(row, ","))
	}
	return rows
}

// judge compares the points of a changed file with those before.
func (m *mutants) judge(what, dir string, told bool) {
	m.t.Helper()
	rows := m.csv(what, dir)
	if told {
		m.told++
		return
	}
	m.harmless++
	if !slices.Equal(rows, m.rows) {
		m.t.Fatalf("%snothing is reported, but the numbers differ:\n%s\nwere\n%s", what, strings.Join(rows, "\n"), strings.Join(m.rows, "\n"))
	}
}

// ofSession changes a file of a session. If resealed is set, its checksums are
// correct again, as after a deliberate change.
func (m *mutants) ofSession(what string, rng *rand.Rand, resealed bool) {
	m.t.Helper()
	dir := filepath.Join(m.work, "mutant.sfa")
	noError(m.t, os.RemoveAll(dir))
	noError(m.t, os.CopyFS(dir, os.DirFS(m.session)))
	var files []string
	noError(m.t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	}))
	file := files[rng.IntN(len(files))]
	b, err := os.ReadFile(file)
	noError(m.t, err)
	header := filepath.Base(file) == "session.json"
	how := ""
	if resealed {
		if b, how = reseal(file, b, rng); how == "" {
			return
		}
	} else {
		b, how = spoil(b, rng)
		if header && rng.IntN(4) > 0 {
			return // every other bit of it ends all commands alike
		}
	}
	if how == "copy" {
		b, err = os.ReadFile(files[rng.IntN(len(files))])
		noError(m.t, err)
	}
	noError(m.t, os.Remove(file))
	if how != "delete" {
		noError(m.t, os.WriteFile(file, b, 0o644))
	}
	what += fmt.Sprintf("%s of %s, resealed %t: ", how, strings.TrimPrefix(file, dir), resealed)
	check, _ := m.run(what, "check", dir)
	for _, args := range [][]string{
		{"ls", "--json", dir}, {"replay", "--batch", dir}, {"jobs", dir}, {"diff", m.session, dir},
		{"fork", dir, "-o", dir + ".fork"}, {"pack", dir, "-o", dir + ".tar", "--force"}, {"export", dir, "-o", dir + ".html", "--force"},
	} {
		code, _ := m.run(what, args...)
		// Damage that another command finds must also be found by check.
		if code == cli.CodeDamaged && check == cli.CodeDone {
			m.t.Fatalf("%s%q finds damage, check none", what, args)
		}
	}
	if rng.IntN(8) == 0 {
		m.run(what, "resume", dir+".fork")
	}
	if rng.IntN(8) == 0 {
		m.run(what, "run", "--task", "1/2", dir)
	}
	if resealed && header {
		m.harmless++ // a header's checksum covers it: its contents count as intended
	} else {
		m.judge(what, dir, check != cli.CodeDone)
	}
	for _, left := range []string{dir + ".fork", dir + ".tar", dir + ".html"} {
		os.RemoveAll(left)
	}
}

// spoil changes bytes as a disk or a careless person does.
func spoil(b []byte, rng *rand.Rand) ([]byte, string) {
	b = slices.Clone(b)
	lines := bytes.SplitAfter(b, []byte("\n"))
	at := rng.IntN(max(1, len(b)))
	switch rng.IntN(11) {
	case 0:
		return nil, "delete"
	case 1:
		return nil, "copy"
	case 2:
		return b[:at], "truncate"
	case 3:
		i := rng.IntN(len(lines))
		return slices.Concat(slices.Concat(lines[:i]...), slices.Concat(lines[i:]...), lines[i]), "repeat a line"
	case 4:
		i := rng.IntN(len(lines))
		return slices.Concat(slices.Delete(lines, i, i+1)...), "drop a line"
	case 5:
		return append(b, []byte("\x00\xff{\"n\":99999999999}\n")...), "append"
	case 6:
		end := min(len(b), at+1+rng.IntN(64))
		clear(b[at:end])
		return b, "a hole"
	case 7:
		page := at &^ 4095 // as a crash leaves unwritten pages
		clear(b[page:min(len(b), page+4096)])
		return b, "a page of zeros"
	case 8:
		size := min(1+rng.IntN(64), len(b)-at)
		from := rng.IntN(max(1, len(b)-size+1))
		copy(b[at:at+size], slices.Clone(b[from:from+size]))
		return b, "bytes from elsewhere"
	case 9:
		if at+1 < len(b) {
			b[at], b[at+1] = b[at+1], b[at]
		}
		return b, "a swap"
	}
	if len(b) > 0 {
		b[at] ^= 1 << rng.IntN(8)
	}
	return b, "flip a bit"
}

var (
	digitsIn = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?`)
	textsIn  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	fieldsIn = regexp.MustCompile(`,"[A-Za-z_]+":(?:"(?:[^"\\]|\\.)*"|[-+.0-9e]+|\[[^][]*\])`)
	sealed   = regexp.MustCompile(`,"c":"[0-9a-f]{8}"\}$`)
)

// reseal changes a line and corrects its checksum; "" for a file without one.
func reseal(file string, b []byte, rng *rand.Rand) ([]byte, string) {
	lines := bytes.SplitAfter(b, []byte("\n"))
	i := rng.IntN(len(lines))
	line := bytes.TrimSuffix(lines[i], []byte("\n"))
	cut := sealed.FindIndex(line)
	if cut == nil {
		return nil, ""
	}
	body := append(slices.Clone(line[:cut[0]]), '}')
	body = changeJSON(body, rng)
	seed := ""
	if filepath.Base(filepath.Dir(file)) == "journal" {
		seed = strings.TrimSuffix(filepath.Base(file), ".jsonl")
	}
	lines[i] = jsonl.AppendSum(seed, body)
	return slices.Concat(lines...), fmt.Sprintf("change to %.300s", body)
}

// changeJSON changes a number, a text or a field of JSON, possibly without
// effect.
func changeJSON(body []byte, rng *rand.Rand) []byte {
	kind := []*regexp.Regexp{digitsIn, digitsIn, textsIn, fieldsIn}[rng.IntN(4)]
	found := kind.FindAllIndex(body, -1)
	if len(found) == 0 {
		return body
	}
	at := found[rng.IntN(len(found))]
	was := string(body[at[0]:at[1]])
	to := ""
	switch kind {
	case digitsIn:
		to = []string{"0", "7", "-1", "1e300", "99999999999999999999", "0.5", `"x"`, "null", "2147483648"}[rng.IntN(9)]
		if at[0] > 0 && !bytes.ContainsRune([]byte(":,["), rune(body[at[0]-1])) {
			to = "7" // inside of a text
		}
	case textsIn:
		to = []string{`""`, `"\u001b[31m\u0007"`, `"\u202e"`, `"../../x"`, `"kernel"`, `"NaN"`, "0", "null", `"` + strings.Repeat("long ", 2000) + `"`,
			strings.Repeat("[", 20000), strings.ToUpper(was)}[rng.IntN(11)]
	default: // a field is gone, there twice, or of another case
		to = []string{"", was + was, strings.ToUpper(was), was + strings.Replace(was, ":", ":7", 1)}[rng.IntN(4)]
	}
	return slices.Concat(body[:at[0]], []byte(to), body[at[1]:])
}

// ofTar changes a packed session.
func (m *mutants) ofTar(what string, rng *rand.Rand) {
	m.t.Helper()
	b, err := os.ReadFile(m.tar)
	noError(m.t, err)
	b, how := spoil(b, rng)
	if how == "delete" || how == "copy" {
		return
	}
	path := filepath.Join(m.work, "mutant.sfa.tar")
	noError(m.t, os.WriteFile(path, b, 0o644))
	what += how + " of the packed session: "
	check, _ := m.run(what, "check", path)
	for _, args := range [][]string{{"ls", path}, {"replay", "--batch", path}, {"diff", m.session, path}, {"unpack", path, "-o", path + ".sfa"}, {"fork", path, "-o", path + ".fork"}} {
		m.run(what, args...)
	}
	m.judge(what, path, check != cli.CodeDone)
	os.RemoveAll(path + ".sfa")
	os.RemoveAll(path + ".fork")
}
