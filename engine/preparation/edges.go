package preparation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
)

// edgeFile holds a file of edges over the rows of the data set.
type edgeFile struct {
	graph graph.Graph
	hash  string
}

// Graphs builds the training graphs over the samples of a set.
type Graphs struct {
	set   *data.Set
	files map[string]edgeFile // by words of graph.EdgesFile
}

func NewGraphs(set *data.Set) *Graphs { return &Graphs{set, map[string]edgeFile{}} }

// Edges returns the number of edges in a file that has been read, 0 if it has not.
func (g *Graphs) Edges(word string) int64 {
	if f, ok := g.files[word]; ok {
		return int64(f.graph.Pairs())
	}
	return 0
}

// readEdges reads a file of edges, once for a plan.
func (in *Graphs) readEdges(word string) (edgeFile, error) {
	if f, ok := in.files[word]; ok {
		return f, nil
	}
	path, first := graph.EdgesFile(word)
	file, err := in.set.OpenFile(path)
	if err != nil {
		return edgeFile{}, part.Errorf("graph", "%v: the file of edges has lines i,j,weight, samples counted from %d", err, first)
	}
	defer file.Close()
	sum := sha256.New()
	n, _ := in.set.X.Dims()
	g, err := graph.ReadEdges(io.TeeReader(file, sum), n, first)
	if err != nil {
		return edgeFile{}, fmt.Errorf("%s: %w", path, err)
	}
	f := edgeFile{g, hex.EncodeToString(sum.Sum(nil))}
	in.files[word] = f
	return f, nil
}

// NameEdges writes the hash of the file of edges into a point. If the point has a hash,
// it fails unless both are equal.
func (in *Graphs) NameEdges(at *part.Point) error {
	word, ok := strings.CutPrefix(graph.Name.Of(*at), graph.EdgesPrefix)
	if !ok {
		return nil
	}
	f, err := in.readEdges(word)
	if err != nil {
		return err
	}
	if hash := graph.EdgesHash.Of(*at); hash != "" && hash != f.hash {
		return fmt.Errorf("%s has changed since the sweep was made: bring the old file back, or begin a new sweep", word)
	}
	graph.EdgesHash.Set(at, f.hash)
	return nil
}

// edgesBetween returns the graph of a file on some rows of the data set, in their
// order: the edges with both ends among them. It fails if there are none.
func (in *Graphs) edgesBetween(ctx context.Context, word string, rows []int) (graph.Graph, error) {
	f, err := in.readEdges(word)
	if err != nil {
		return nil, err
	}
	place := make(map[int]int, len(rows))
	for i, row := range rows {
		place[row] = i
	}
	var edges []graph.Edge
	seen := 0
	f.graph.Edges(func(i, j int, w float64) bool {
		if seen++; seen%(1<<16) == 0 && ctx.Err() != nil {
			return false
		}
		a, inside := place[i]
		b, both := place[j]
		if inside && both && i <= j {
			edges = append(edges, graph.Edge{I: a, J: b, Weight: w})
		}
		return true
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if edges == nil {
		return nil, fmt.Errorf("no edge of %s joins two samples of the part", word)
	}
	return graph.EdgeList(len(rows), edges), nil
}
