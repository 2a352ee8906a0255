package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets/npy"
)

// mutant is an unchanged model, and the output of transform with it.
type mutant struct{ file, features string }

// modelRuns lists runs whose models are changed, with a column that transform
// writes for each: a kernel alone, a readout for novelty, one that predicts
// after bounds and a front, a network of several nodes, and strings with
// neighbours.
var modelRuns = []struct{ args, column string }{
	{"--sigma rel:1 --m 10 --readout none --drop state,y", "y2"},
	{"--space linear --readout novelty --C 1 --drop state,y", "alarm"},
	{"--space poly --degree 2 --clip quantile:0.1 --front whiten:2 --target y --drop state --readout gp --gp-m 10 --gp-length 1 --noise 0.1", "deviation"},
	{"--space linear --layers 3:1+1:poly2:sfa2/all:poly2:sfa2 --label state --drop y --readout logistic", "prediction"},
	{"--unit segment --kernel fisher --symbols sax:3 --states 2 --m 4 --label state --drop y --readout neighbours --knn 3 --metric dtw", "prediction"},
}

// newModels computes the models to change.
func (m *mutants) newModels() {
	m.t.Helper()
	var table bytes.Buffer
	table.WriteString("a,b,c,trial,state,y\n")
	for k := range 20 {
		for i := range 7 + k%4 {
			x, t := float64(i), float64(k)
			fmt.Fprintf(&table, "%.6f,%.6f,%d,%d,%d,%.6f\n", math.Sin(x*(0.5+0.4*float64(k%2))+t), math.Cos(0.37*x+t), i*k%5, k, k%2, 20+3*math.Sin(x/3+t))
		}
	}
	noError(m.t, os.WriteFile(m.work+"/t.csv", table.Bytes(), 0o644))
	for i, r := range modelRuns {
		dir, file := fmt.Sprintf("%s/%d.sfa", m.work, i), fmt.Sprintf("%s/%d.npz", m.work, i)
		run := append([]string{"run", m.work + "/t.csv", "--segment", "trial", "--lambda", "1e-3", "--p", "2", "--folds", "2", "--out", dir}, strings.Fields(r.args)...)
		for _, args := range [][]string{run, {"export", dir, "--model", "-o", file}} {
			if code, said := m.run("", args...); code != cli.CodeDone {
				m.t.Fatalf("%q: %d, %s", args, code, said)
			}
		}
		code, features := m.run("", "transform", file, m.work+"/t.csv")
		if code != cli.CodeDone || !strings.Contains(features, ","+r.column+"\n") && !strings.Contains(features, ","+r.column+",") {
			m.t.Fatalf("%s: %d, %.300s", r.args, code, features)
		}
		m.models = append(m.models, mutant{file, features})
	}
}

// ofModel changes a model. If rebuilt is set, its checksums are correct again.
func (m *mutants) ofModel(what string, rng *rand.Rand, rebuilt bool) {
	m.t.Helper()
	at := rng.IntN(len(m.models))
	of := m.models[at]
	b, err := os.ReadFile(of.file)
	noError(m.t, err)
	how, same := "", true
	if rebuilt {
		b, how, same = m.rebuild(b, rng)
	} else {
		b, how = spoil(b, rng)
	}
	if how == "delete" || how == "copy" {
		return
	}
	path := filepath.Join(m.work, "mutant.npz")
	noError(m.t, os.WriteFile(path, b, 0o644))
	what += fmt.Sprintf("%s of model %d, rebuilt %t: ", how, at, rebuilt)
	code, said := m.run(what, "transform", path, m.work+"/t.csv")
	if code != cli.CodeDone {
		m.told++
		return
	}
	if m.harmless++; same && said != of.features {
		m.t.Fatalf("%snothing is reported, but the features differ:\n%s\nwere\n%s", what, said, of.features)
	}
}

// member is an array of a model.
type member struct {
	name string
	npy  []byte
}

// rebuild changes an array of a model, and reports whether the features must be
// unchanged: changed contents can be intended, but no checksum covers names.
func (m *mutants) rebuild(b []byte, rng *rand.Rand) (out []byte, how string, same bool) {
	m.t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	noError(m.t, err)
	var members []member
	for _, f := range z.File {
		r, err := f.Open()
		noError(m.t, err)
		b, err := io.ReadAll(r)
		noError(m.t, err)
		members = append(members, member{f.Name, b})
	}
	i, j := rng.IntN(len(members)), rng.IntN(len(members))
	one, other := &members[i], members[j]
	switch rng.IntN(6) {
	case 0:
		name := []byte(one.name)
		name[rng.IntN(len(name))] ^= 1 << rng.IntN(8)
		one.name, how, same = string(name), "a bit of the name "+one.name, true
	case 1:
		how, same = fmt.Sprintf("the name %s for %s", other.name, one.name), true
		one.name = other.name
	case 2:
		how = fmt.Sprintf("the contents of %s for %s", other.name, one.name)
		one.npy = other.npy
	case 3:
		how = "the loss of " + one.name
		members = slices.Delete(members, i, i+1)
	case 4:
		how = "another number in " + one.name
		one.npy = changeArray(one.npy, rng)
	default:
		how = "another config"
		if i = slices.IndexFunc(members, func(x member) bool { return x.name == "config.npy" }); i >= 0 {
			members[i].npy = changeConfig(members[i].npy, rng)
		}
	}
	var to bytes.Buffer
	w := zip.NewWriter(&to)
	for _, x := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: x.name, Method: zip.Store})
		noError(m.t, err)
		_, err = f.Write(x.npy)
		noError(m.t, err)
	}
	noError(m.t, w.Close())
	return to.Bytes(), how, same
}

// cutArray separates an array into its header and its elements.
func cutArray(b []byte) (header, elements []byte) {
	at := len(npy.Magic) + 4
	at += int(b[at-2]) + int(b[at-1])<<8
	return b[:at], b[at:]
}

// changeArray changes a word, the type, the order or the shape of an array.
func changeArray(b []byte, rng *rand.Rand) []byte {
	header, elements := cutArray(slices.Clone(b))
	switch rng.IntN(4) {
	case 0:
		for _, to := range [][2]string{{"False", " True"}, {"<f8", "<i8"}, {"<i8", "<f8"}, {"<U", ">U"}} {
			if rng.IntN(2) == 0 {
				header = bytes.Replace(header, []byte(to[0]), []byte(to[1]), 1)
			}
		}
	case 1:
		header = npy.Append(nil, "<f8", len(elements)/8)
	case 2:
		header = npy.Append(nil, "<f8", 1, len(elements)/8)
	default:
		if words := len(elements) / 8; words > 0 {
			to := []float64{math.NaN(), math.Inf(-1), 0, -1, 0.5, 1e300, math.Float64frombits(1 << 40), math.Float64frombits(1<<64 - 1)}[rng.IntN(8)]
			at := 8 * rng.IntN(words)
			for k := range 8 {
				elements[at+k] = byte(math.Float64bits(to) >> (8 * k))
			}
		}
	}
	return slices.Concat(header, elements)
}

// changeConfig changes a number, a text or a field in a text of one line, which
// is JSON.
func changeConfig(b []byte, rng *rand.Rand) []byte {
	_, elements := cutArray(b)
	var text []rune
	for at := 0; at+4 <= len(elements); at += 4 {
		text = append(text, rune(elements[at])|rune(elements[at+1])<<8|rune(elements[at+2])<<16)
	}
	text = []rune(string(changeJSON([]byte(string(text)), rng)))
	out := npy.Append(nil, fmt.Sprintf("<U%d", len(text)))
	for _, r := range text {
		out = append(out, byte(r), byte(r>>8), byte(r>>16), 0)
	}
	return out
}
