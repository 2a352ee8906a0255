package index_test

import (
	"fmt"
	"slices"
	"testing"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/index"
)

func Example() {
	entries := append(index.Settings(), index.Words()...)
	for _, e := range index.Search(entries, "graph")[:4] {
		fmt.Println(e.Kind, "·", e.Name)
	}
	fmt.Println(index.Search(entries, "η")[0].Name)
	// Output:
	// settings · graph
	// settings · graph-knn
	// settings · graph-groups
	// settings · window
	// η eta
}

// Exact names come first, then beginnings, then parts, then letters in order, then
// descriptions; kinds stay together.
func TestOrder(t *testing.T) {
	entries := []index.Entry{
		{Kind: index.Action, Name: "map", Says: "a map of slowness"},
		{Kind: index.Setting, Name: "paragraph"},
		{Kind: index.Setting, Name: "graph-knn"},
		{Kind: index.Setting, Name: "graph"},
		{Kind: index.Setting, Name: "great-rapher"},
		{Kind: index.Word, Name: "training graph", Names: []string{"graph"}},
		{Kind: index.Word, Name: "slowness", Names: []string{"Δ"}, Text: []clean.Text{"along the edges of its graph"}},
		{Kind: index.Setting, Name: "seed"},
	}
	for query, want := range map[string][]clean.Text{
		"graph":          {"graph", "graph-knn", "paragraph", "great-rapher", "training graph", "slowness"},
		"GRAPH ":         {"graph", "graph-knn", "paragraph", "great-rapher", "training graph", "slowness"},
		"gknn":           nil,
		"gr knn":         {"graph-knn"},
		"sl":             {"slowness", "map"},
		"Δ":              {"slowness"},
		"map of":         {"map"},
		"sede":           nil,
		"edges":          {"slowness"},
		"grph":           {"graph", "paragraph", "graph-knn", "training graph"},
		"zzz":            nil,
		"x":              nil,
		"of edges along": {"slowness"},
	} {
		var got []clean.Text
		for _, e := range index.Search(entries, query) {
			got = append(got, e.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	if n := len(index.Search(entries, "  ")); n != len(entries) {
		t.Errorf("%d of %d entries without a query", n, len(entries))
	}
}
