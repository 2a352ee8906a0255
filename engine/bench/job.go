package main

import (
	"cmp"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// job is a computation that both sides perform, described in job.json. Its samples are in x.npy
// beside it.
type job struct {
	Name string `json:"name"`
	// Train and Test are the numbers of samples.
	Train int `json:"train"`
	Test  int `json:"test"`
	// Sigma, M and Lambda span the points, λ varying fastest; P is the number of features of
	// each point.
	Sigma  []float64 `json:"sigma"`
	M      []int     `json:"m"`
	Lambda []float64 `json:"lambda_"`
	P      int       `json:"p"`
	// All is whether every training sample is a support. Otherwise Select is the selection;
	// empty for MP-MAH.
	All    bool   `json:"select_all"`
	Select string `json:"select,omitempty"`
	// Memory is the job's budget in bytes; 0 for the available memory.
	Memory int64 `json:"memory,omitempty"`

	// Lengths holds the number of rows of each segment; the last Held segments are the test
	// part.
	Lengths []int `json:"lengths"`
	Held    int   `json:"held"`
	// Compared holds the indices of the points whose features are compared on the training
	// samples Probe.
	Compared []int `json:"compared"`
	Probe    []int `json:"probe"`

	kinds []kind
	hop   int // between windows; 0 for that of speechEmbedding
}

// kind is a way of writing the peer's program, and the least ratio of its time to ours that is
// required; 0 for none.
type kind struct {
	name string
	goal float64
}

// The axes of the two sweeps.
var (
	sweepSigma  = []float64{2, 3, 4.5, 7, 10, 15, 22, 33}
	sweepLambda = []float64{0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-1}
	sweepM      = []int{125, 250, 500, 1000}
)

// trainingTest is the number of test samples of a job that is about training.
const trainingTest = 300

// jobs returns the four jobs: the large and the small data set of Böhmer et al. 2012, section
// 5.1, and two sweeps.
func jobs() []*job {
	return []*job{
		{Name: "large", Train: 97060, Test: trainingTest, Sigma: []float64{5}, M: []int{2500}, Lambda: []float64{0}, P: 256,
			kinds: []kind{{"refit", 10}}},
		{Name: "small", Train: 3719, Test: trainingTest, Sigma: []float64{2}, M: []int{3719}, Lambda: []float64{1e-7}, P: 200, All: true,
			kinds: []kind{{"refit", 6}}},
		{Name: "a", Train: 2000, Test: trainingTest, Sigma: sweepSigma, M: sweepM, Lambda: sweepLambda, P: 200,
			kinds: []kind{{"refit", 10}, {"picked", 0}, {"shared", 3}}},
		{Name: "b", Train: 20000, Test: 5000, Sigma: sweepSigma, M: sweepM, Lambda: sweepLambda, P: 200,
			kinds: []kind{{"refit", 30}, {"picked", 0}, {"shared", 5}}},
	}
}

// scaled returns the job with s times its samples, supports and features. A smaller job has no
// goals.
func (j *job) scaled(s float64) *job {
	if s == 1 {
		return j
	}
	times := func(x, least int) int { return max(least, int(math.Round(float64(x)*s))) }
	out := *j
	out.Train, out.Test, out.P = times(j.Train, 100), times(j.Test, 50), times(j.P, 2)
	out.M, out.kinds = nil, nil
	for i, m := range j.M {
		if j.All {
			out.M = append(out.M, out.Train)
		} else {
			out.M = append(out.M, times(m, 4+2*i))
		}
	}
	for _, k := range j.kinds {
		out.kinds = append(out.kinds, kind{name: k.name})
	}
	return &out
}

// points returns the number of points.
func (j *job) points() int { return len(j.Sigma) * len(j.M) * len(j.Lambda) }

// index returns the position of a point in the order of both sides.
func (j *job) index(sigma, lambda float64, m int) int {
	i := slices.Index(j.Sigma, sigma)*len(j.M) + slices.Index(j.M, m)
	return i*len(j.Lambda) + slices.Index(j.Lambda, lambda)
}

// write cuts the job's samples from the words and writes them and the job itself into the
// folder.
func (j *job) write(folder string, words [][]float64) error {
	e := speechEmbedding
	e.hop = cmp.Or(j.hop, e.hop)
	w, of, err := cutWindows(words, e, j.Train, j.Test)
	if err != nil {
		return err
	}
	j.Lengths, j.Held = w.lengths, len(of[1])
	j.Compared = []int{j.index(j.Sigma[len(j.Sigma)/2], j.Lambda[len(j.Lambda)/2], j.M[len(j.M)-1])}
	j.Probe = nil
	count := min(j.Train, 4*j.P)
	for i := range count {
		j.Probe = append(j.Probe, i*j.Train/count)
	}
	out, err := createNPY(filepath.Join(folder, "x.npy"), w.samples(), w.d)
	if err != nil {
		return err
	}
	if err := w.each(out.row); err != nil {
		out.close()
		return err
	}
	if err := out.close(); err != nil {
		return err
	}
	return writeJSON(filepath.Join(folder, "job.json"), j)
}

func writeJSON(path string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o600)
}

func readJSON(path string, v any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}
