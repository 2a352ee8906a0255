package graph

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
)

// EdgesPrefix precedes the name of a file of edges.
const EdgesPrefix = "edges:"

var fromFile = part.Part[Kind]{Name: "edges", Prefix: EdgesPrefix, Read: edgesWord, Parameters: []part.Parameter{EdgesHash}, Build: Kind{
	New: func(ctx context.Context, s Samples, at part.Point) (Graph, error) {
		return s.Edges(ctx, strings.TrimPrefix(Name.Of(at), EdgesPrefix))
	},
}}

// edgesWord returns the word with the absolute path of the file, so that a session
// finds it from any working directory. The suffix :0 is left out if it changes nothing.
func edgesWord(word string) (string, error) {
	word, ok := strings.CutPrefix(word, EdgesPrefix)
	path, first := EdgesFile(word)
	if !ok || path == "" {
		return "", part.ErrUnknown
	}
	path, err := filepath.Abs(path)
	if bare, zero := EdgesFile(path); first != zero || bare != path {
		path += ":" + strconv.Itoa(first)
	}
	return EdgesPrefix + path, err
}

// EdgesFile returns the path in FILE, FILE:0 or FILE:1, and the number of the first
// sample in that file.
func EdgesFile(word string) (path string, first int) {
	if path, ok := strings.CutSuffix(word, ":1"); ok {
		return path, 1
	}
	return strings.TrimSuffix(word, ":0"), 0
}

// Limits of a file of edges.
const (
	maxEdges     = 1 << 26
	maxLineBytes = 4096
)

// ReadEdges reads the graph over n samples from lines `i,j,weight`, with samples
// counted from first, 0 or 1, in the order of the data. Blank lines are skipped, and so
// is a first line whose first field is not a number.
//
// A line joins i and j in both directions. A file that lists both directions with the
// same weight yields the same graph: γ is symmetric, and features do not depend on the
// direction. A pair twice in one direction, or with two weights, is an error, as is a
// negative weight; the error names the line. At most 2²⁶ edges are read. See [EdgeList]
// for the weights of samples.
func ReadEdges(r io.Reader, n, first int) (Graph, error) {
	f := edgeFile{n: n, first: first}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLineBytes)
	for lines.Scan() {
		f.line++
		if err := f.read(strings.TrimSpace(lines.Text())); err != nil {
			return nil, fmt.Errorf("edges, line %d: %w", f.line, err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("edges, line %d: longer than %d bytes; this is not a list of edges", f.line+1, maxLineBytes)
	} else if err != nil {
		return nil, fmt.Errorf("edges, after line %d: %w", f.line, err)
	}
	if len(f.edges) == 0 {
		return nil, errors.New("edges: the file has none; each line should read i,j,weight")
	}
	edges, err := f.distinct()
	if err != nil {
		return nil, err
	}
	return EdgeList(n, edges), nil
}

// edgeFile holds the edges read so far.
type edgeFile struct {
	n, first int // number of samples, and the number of the first of them in the file
	line     int
	edges    []Edge
	lines    []int // of each edge
}

func (f *edgeFile) read(line string) error {
	if f.line == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
		first, _, _ := strings.Cut(line, ",")
		if _, err := strconv.ParseFloat(strings.TrimSpace(first), 64); err != nil {
			return nil
		}
	}
	if line == "" {
		return nil
	}
	e, err := f.parse(line)
	if err != nil {
		return err
	}
	if len(f.edges) == maxEdges {
		return fmt.Errorf("more than %d edges", maxEdges)
	}
	f.edges, f.lines = append(f.edges, e), append(f.lines, f.line)
	return nil
}

func (f *edgeFile) parse(line string) (Edge, error) {
	fields := strings.Split(line, ",")
	if len(fields) != 3 {
		return Edge{}, fmt.Errorf("%d fields, want three: i,j,weight", len(fields))
	}
	var e Edge
	for k, at := range []*int{&e.I, &e.J} {
		text := strings.TrimSpace(fields[k])
		i, err := strconv.Atoi(text)
		if err != nil {
			return Edge{}, fmt.Errorf("sample %q is not a whole number", text)
		}
		if *at = i - f.first; *at < 0 || *at >= f.n {
			return Edge{}, fmt.Errorf("sample %d, but the data have samples %d to %d, counted from %d: correct it, or read a file that counts from %d with edges:FILE:%d",
				i, f.first, f.n-1+f.first, f.first, 1-f.first, 1-f.first)
		}
	}
	text := strings.TrimSpace(fields[2])
	w, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return Edge{}, fmt.Errorf("weight %q is not a number", text)
	}
	if !(w >= 0) || math.IsInf(w, 1) {
		return Edge{}, fmt.Errorf("weight %g, must be zero or more and finite", w)
	}
	e.Weight = w
	return e, nil
}

// distinct returns each edge once, whether one or both directions are listed. The error
// names the first line that repeats or contradicts another.
func (f *edgeFile) distinct() ([]Edge, error) {
	byPair := dense.Iota(len(f.edges))
	low := func(k int) (int, int) { e := f.edges[k]; return min(e.I, e.J), max(e.I, e.J) }
	slices.SortStableFunc(byPair, func(a, b int) int {
		ai, aj := low(a)
		bi, bj := low(b)
		return cmp.Or(cmp.Compare(ai, bi), cmp.Compare(aj, bj))
	})
	var once []Edge
	bad, first := -1, -1
	for at := 0; at < len(byPair); {
		k := byPair[at]
		once = append(once, f.edges[k])
		i, j := low(k)
		for count := 1; ; count++ {
			at++
			if at == len(byPair) {
				break
			}
			other := byPair[at]
			if oi, oj := low(other); oi != i || oj != j {
				break
			}
			back := count == 1 && i != j && f.edges[other].I == f.edges[k].J && f.edges[other].Weight == f.edges[k].Weight
			if !back && (bad < 0 || other < bad) {
				bad, first = other, k
			}
		}
	}
	if bad >= 0 {
		return nil, f.repeatedError(bad, first)
	}
	return once, nil
}

// repeatedError returns the error for edge k, which repeats or contradicts edge first.
func (f *edgeFile) repeatedError(k, first int) error {
	e, before := f.edges[k], f.edges[first]
	if e.I != before.I && e.Weight != before.Weight {
		return fmt.Errorf("edges, line %d: %d,%d has weight %g, but line %d gives the other direction %g; γ is symmetric, give both one weight", f.lines[k], e.I+f.first, e.J+f.first, e.Weight, f.lines[first], before.Weight)
	}
	return fmt.Errorf("edges, line %d: %d,%d is on line %d already; put the sum of the weights on one line", f.lines[k], e.I+f.first, e.J+f.first, f.lines[first])
}
