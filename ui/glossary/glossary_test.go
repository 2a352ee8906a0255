package glossary_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/sfatui/ui/glossary"
)

func Example() {
	term, _ := glossary.Find("Ξ")
	fmt.Println(term.Name)
	fmt.Println(glossary.Nearest("slownes"))
	// Output:
	// ξ xi
	// [slowness Δ]
}

// Every column heading and label of a number is explained, under exactly one term.
func TestEveryWordHasOneMeaning(t *testing.T) {
	seen := map[string]string{}
	for _, term := range glossary.All() {
		for _, name := range term.Names() {
			if other, ok := seen[name]; ok {
				t.Errorf("%q is of %q and of %q", name, other, term.Name)
			}
			seen[name] = term.Name
		}
		if n := utf8.RuneCountInString(term.Text); n < 40 || n > 3*76 {
			t.Errorf("%s is explained in %d letters", term.Name, n)
		}
	}
	for _, word := range []string{"Δ", "unit variance", "λ", "σ", "m", "p", "kernel", "space", "training graph", "readout", "segment", "group",
		"point", "fit", "fold", "validation", "±", "≈", "tie", "η", "ξ", "embedding", "mp-mah", "rank", "cut", "free response", "predictability",
		"novelty", "atom", "dictionary", "sparse code", "omp", "ksvd", "nmf", "vq", "DTW", "gak", "alignment band", "null eigenvalues", "expected improvement", "symbols", "string kernel", "fisher", "sfm", "slack", "lasso", "coherence", "recovery", "lambda", "SIGMA", "xi", "λ*", "◉", "nlpd", "Holm", "delete", "model"} {
		if _, ok := glossary.Find(word); !ok {
			t.Errorf("%s is not explained", word)
		}
	}
}

// Five names that people from neighbouring fields use, for each of ten things, find its entry.
func TestSynonyms(t *testing.T) {
	for name, words := range map[string][]string{
		"σ sigma":                 {"bandwidth", "length scale", "kernel width", "sigma", "SIGMA"},
		"λ lambda":                {"regularisation", "ridge", "weight decay", "Tikhonov", "lambda"},
		"m, supports":             {"landmarks", "inducing points", "Nystrom", "basis vectors", "subset size"},
		"slowness Δ":              {"delta", "temporal coherence", "time scale", "invariance", "temporal smoothness"},
		"whitening":               {"sphering", "whitened", "decorrelation", "ZCA", "PCA whitening"},
		"validation":              {"held-out", "hold-out", "development set", "inner split", "dev set"},
		"test":                    {"test set", "unseen data", "generalisation", "test part", "generalization"},
		"support vector machine":  {"SVM", "kernel classifier", "maximum margin", "large margin", "support vector classifier"},
		"interval of an accuracy": {"bootstrap", "Wilson", "binomial interval", "percentile bootstrap", "Wilson interval"},
		"recall":                  {"sensitivity", "true positive rate", "accuracy of a class", "recall of a class", "Recall"},
	} {
		for _, word := range words {
			if term, ok := glossary.Find(word); !ok || term.Name != name {
				t.Errorf("%s does not find %s", word, name)
			}
		}
	}
}

// If no name is similar, the texts are searched.
func TestNearest(t *testing.T) {
	if got := glossary.Nearest("oscillations"); !slices.Contains(got, "η eta") || len(got) > 3 {
		t.Errorf("oscillations: %q", got)
	}
	if got := glossary.Nearest("qqqqq"); got != nil {
		t.Errorf("qqqqq: %q", got)
	}
}

// Words are found whatever their case, in Greek too, and of terms with one name the first is.
func TestFindIgnoresCase(t *testing.T) {
	terms := glossary.All()
	for i := range terms {
		for _, name := range terms[i].Names() {
			for _, word := range []string{name, strings.ToUpper(name), strings.ToLower(name), " " + name + " "} {
				got, ok := glossary.Find(word)
				want := slices.IndexFunc(terms, func(t glossary.Term) bool {
					return slices.ContainsFunc(t.Names(), func(other string) bool { return strings.EqualFold(other, strings.TrimSpace(word)) })
				})
				if !ok || got != &terms[want] {
					t.Errorf("%q is not the term %q", word, terms[want].Name)
				}
			}
		}
	}
	if _, ok := glossary.Find("no such word"); ok {
		t.Error("a word that is no term was found")
	}
}

func BenchmarkFind(b *testing.B) {
	for b.Loop() {
		glossary.Find("η")
	}
}
