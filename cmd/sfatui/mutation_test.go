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
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/cmd/sfatui/exit"
	"example.com/sfatui/sessions/jsonl"
)

// mutants are what is changed, and what must come of it: that is told, or it is harmless,
// or the numbers are the same; never a panic, and never a hang.
type mutants struct {
	t                    *testing.T
	work                 string
	session, tar         string // as they were
	rows                 []string
	models               [2]mutant // without a readout, and with one that is saved
	told, harmless, runs int
}

// mutant is a model as it was, and what transform writes by it.
type mutant struct{ file, features string }

// TestMutations changes sessions, packed ones and models at random, SFATUI_MUTATIONS times
// (in a step of CI thousands), and gives them to every command. SFATUI_SEED=N repeats a run.
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
			m.ofModel(what, rng)
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

// newMutants computes what is to be changed.
func newMutants(t *testing.T) *mutants {
	t.Helper()
	m := &mutants{t: t, work: t.TempDir()}
	data := filepath.Join(m.work, "waves.csv")
	waves(t, data)
	m.session, m.tar = m.work+"/s.sfa", m.work+"/s.sfa.tar"
	m.models[0].file, m.models[1].file = m.work+"/m.npz", m.work+"/n.npz"
	for _, args := range [][]string{
		{"run", data, "--segment", "trial", "--sigma", "rel:0.5,1", "--lambda", "0,1e-5", "--m", "10", "--p", "2", "--readout", "none", "--folds", "2", "--out", m.session},
		{"pack", m.session, "-o", m.tar},
		{"export", m.session, "--model", "-o", m.models[0].file},
		{"run", data, "--segment", "trial", "--space", "linear", "--lambda", "0", "--p", "2", "--readout", "novelty", "--C", "1", "--folds", "2", "--out", m.work + "/n.sfa"},
		{"export", m.work + "/n.sfa", "--model", "-o", m.models[1].file},
	} {
		if code, said := m.run("", args...); code != exit.CodeDone {
			t.Fatalf("%q: %d, %s", args, code, said)
		}
	}
	m.rows = m.csv("", m.session)
	for i, column := range []string{"y1", "alarm"} {
		of := &m.models[i]
		if _, of.features = m.run("", "transform", of.file, data, "--drop", "trial", "--segment", ""); len(m.rows) < 8 || !strings.Contains(of.features, column) {
			t.Fatalf("%d rows, features %.100q", len(m.rows), of.features)
		}
	}
	return m
}

// run runs a command line, and gives its exit code and all that it said.
func (m *mutants) run(what string, args ...string) (code int, said string) {
	m.t.Helper()
	m.runs++
	type end struct {
		code  int
		fault string
	}
	var out, errs bytes.Buffer
	ended := make(chan end, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				ended <- end{-1, fmt.Sprintf("%v\n%s", v, debug.Stack())}
			}
		}()
		ended <- end{execute(m.t.Context(), args, &out, &errs), ""}
	}()
	select {
	case e := <-ended:
		if e.fault != "" || !slices.Contains([]int{exit.CodeDone, exit.CodeFailed, exit.CodeUsage, exit.CodeSomeFailed, exit.CodeDamaged, exit.CodeData}, e.code) {
			m.t.Fatalf("%s%q exits with %d: %s", what, args, e.code, e.fault)
		}
		return e.code, out.String() + errs.String()
	case <-time.After(2 * time.Minute):
		m.t.Fatalf("%s%q does not end", what, args)
		return 0, ""
	}
}

// csv are the points of a session by the export, without what the clock gave.
func (m *mutants) csv(what, dir string) []string {
	m.t.Helper()
	out := filepath.Join(m.work, "out.csv")
	if code, _ := m.run(what, "export", dir, "-o", out, "--force"); code != exit.CodeDone && code != exit.CodeDamaged {
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

// judge holds the points of what was changed against those of before.
func (m *mutants) judge(what, dir string, told bool) {
	m.t.Helper()
	rows := m.csv(what, dir)
	if told {
		m.told++
		return
	}
	m.harmless++
	if !slices.Equal(rows, m.rows) {
		m.t.Fatalf("%snothing is told, and the numbers are others:\n%s\nwere\n%s", what, strings.Join(rows, "\n"), strings.Join(m.rows, "\n"))
	}
}

// ofSession changes a file of a session. Resealed, its checksums are right again, as a
// person who changes it could make them.
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
			return // of which every other bit ends all commands alike
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
		// What check tells of, no other command takes for whole; nor the other way round.
		if code == exit.CodeDamaged && check == exit.CodeDone {
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
		m.harmless++ // a header vouches for itself: what it says is what was asked for
	} else {
		m.judge(what, dir, check != exit.CodeDone)
	}
	for _, left := range []string{dir + ".fork", dir + ".tar", dir + ".html"} {
		os.RemoveAll(left)
	}
}

// spoil changes bytes as a disk or a careless hand does.
func spoil(b []byte, rng *rand.Rand) ([]byte, string) {
	b = slices.Clone(b)
	lines := bytes.SplitAfter(b, []byte("\n"))
	at := rng.IntN(max(1, len(b)))
	switch rng.IntN(8) {
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
	}
	if len(b) > 0 {
		b[at] ^= 1 << rng.IntN(8)
	}
	return b, "flip a bit"
}

var (
	digitsIn = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?`)
	sealed   = regexp.MustCompile(`,"c":"[0-9a-f]{8}"\}$`)
)

// reseal changes a number of a line and makes its checksum right; "" where there is none.
func reseal(file string, b []byte, rng *rand.Rand) ([]byte, string) {
	lines := bytes.SplitAfter(b, []byte("\n"))
	i := rng.IntN(len(lines))
	line := bytes.TrimSuffix(lines[i], []byte("\n"))
	cut := sealed.FindIndex(line)
	if cut == nil {
		return nil, ""
	}
	body := append(slices.Clone(line[:cut[0]]), '}')
	found := digitsIn.FindAllIndex(body, -1)
	if len(found) == 0 {
		return nil, ""
	}
	at := found[rng.IntN(len(found))]
	to := []string{"0", "7", "-1", "1e300", "99999999999999999999", "0.5", `"x"`, "null", "2147483648"}[rng.IntN(9)]
	if at[0] > 0 && body[at[0]-1] != ':' && body[at[0]-1] != ',' && body[at[0]-1] != '[' {
		to = "7" // inside of a text
	}
	body = slices.Concat(body[:at[0]], []byte(to), body[at[1]:])
	seed := ""
	if filepath.Base(filepath.Dir(file)) == "journal" {
		seed = strings.TrimSuffix(filepath.Base(file), ".jsonl")
	}
	lines[i] = jsonl.AppendSum(seed, body)
	return slices.Concat(lines...), "a number"
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
	m.judge(what, path, check != exit.CodeDone)
	os.RemoveAll(path + ".sfa")
	os.RemoveAll(path + ".fork")
}

// ofModel changes a model.
func (m *mutants) ofModel(what string, rng *rand.Rand) {
	m.t.Helper()
	of := m.models[rng.IntN(len(m.models))]
	b, err := os.ReadFile(of.file)
	noError(m.t, err)
	b, how := spoil(b, rng)
	if how == "delete" || how == "copy" {
		return
	}
	path := filepath.Join(m.work, "mutant.npz")
	noError(m.t, os.WriteFile(path, b, 0o644))
	code, said := m.run(what, "transform", path, filepath.Join(m.work, "waves.csv"), "--drop", "trial", "--segment", "")
	if code != exit.CodeDone {
		m.told++
		return
	}
	if m.harmless++; said != of.features {
		m.t.Fatalf("%s%s of the model: nothing is told, and the features are others", what, how)
	}
}
