package help

import (
	"io"
	"testing"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
)

// Every heading of a table, every word that a flag takes, and the names that papers give to
// methods are explained.
func TestWordsAreExplained(t *testing.T) {
	words := []string{"GPFA", "RSK-SFA", "KSFA", "GSFA", "FDA", "kernel PCA", "MAH", "ISFA", "CCIPCA", "whitening", "perceptron", "logistic", "soft GC",
		"core set", "marginal likelihood", "TICA", "slow", "var", "val", "cover", "acc", "segm", "smpl", "κ", "φ1", "Q", "SFA", "λ", "sigma"}
	for _, m := range measure.All() {
		if m.Doc != "" || m.Show.Term != "" {
			words = append(words, m.Show.Column, m.Show.Heading, m.Show.Report)
		}
	}
	for _, a := range part.Axes() {
		words = append(words, a.Name)
		for _, word := range a.Choices {
			if a.Docs[word] != "" {
				words = append(words, word)
			}
		}
	}
	for _, word := range words {
		if err := explain(io.Discard, word); err != nil {
			t.Errorf("%s: %v", word, err)
		}
	}
	if len(words) < 200 {
		t.Errorf("only %d words", len(words))
	}
	if err := explain(io.Discard, "qqqqq"); err == nil {
		t.Error("qqqqq is explained")
	}
}
