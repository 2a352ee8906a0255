package papers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

const maPaper = "Ma et al. 2011"

// almostAll are splits that come near to training on all samples of one series: a
// twentieth is tested on, another one each time.
var almostAll = split.Options{Repeats: 4, TrainFraction: 0.95}

// quadraticNetwork is a network over the retina like the one that the paper
// compares with: four layers of quadratic functions, which make degree 16.
const quadraticNetwork = "65:9+4:pca9:poly2:sfa8/3+2:pca12:poly2:sfa8/3+2:pca12:poly2:sfa8/all:pca12:poly2:sfa8"

// ma are the experiments of section 4.
func ma() []Experiment {
	return []Experiment{
		{
			Name: "ma-4.1", Paper: maPaper + ", section 4.1",
			Question: "from which degree on does a polynomial kernel find the slow sine?",
			Found: "With a polynomial kernel of degree 2 the sine is found with much jitter, which becomes less as the degree grows; " +
				"from degree 4 on it is found perfectly. A Gaussian kernel with σ = 1 finds it too.",
			Data:  datasets.Options{Paths: []string{"sincos"}},
			Spec:  sweep.Spec{Split: almostAll}.With("kernel", "poly,gaussian", "degree", "2,3,4,5,6", "sigma", "1", "lambda", "0", "select", "mp-mah", "m", "200", "p", "1", "readout", "none"),
			Check: checkSine,
		},
		{
			Name: "ma-4.2", Paper: maPaper + ", section 4.2",
			Question: "does one layer of kernel SFA find what and where on a retina, as a network does?",
			Found: "One layer of kernel SFA, with the polynomial kernel of degree 16 or the Gaussian kernel whose ξ is least, finds what " +
				"a network of four quadratic layers finds, and smoother. What the pattern is comes before where it is.",
			Data:  datasets.Options{Paths: []string{"retina"}},
			Spec:  sweep.Spec{Split: split.Options{Repeats: 5, TrainFraction: 1.0 / 6, Validation: 0.25}}.With("layers", "none,"+quadraticNetwork, "space", "kernel,linear", "kernel", "poly,gaussian", "degree", "16", "sigma", "log:0.01:100:5", "lambda", "0", "select", "all", "p", "4", "readout", "none"),
			Check: checkRetina,
		},
		{
			Name: "ma-4.3", Paper: maPaper + ", section 4.3",
			Question: "are two sounds found in non-linear mixtures better by a kernel than by polynomials?",
			Found: "From two strongly non-linear mixtures kernel SFA with ICA, with a Gaussian kernel of σ = 1 on as many centres of clusters as help (20 there), " +
				"brings out signals that correlate more with both sources than those of SFA with ICA on polynomials of degree 5 (0.923 to 0.910 and 0.037 to 0.032).",
			Data:  datasets.Options{Paths: []string{"mixture"}},
			Spec:  sweep.Spec{Split: almostAll}.With("space", "linear,poly,kernel", "degree", "5", "sigma", "1", "select", "kmeans", "m", "20,50,100", "lambda", "0", "rotation", "ica", "p", "4", "readout", "none"),
			Check: checkMixture,
		},
	}
}

// checkSine wants less slowness with every degree up to four, a perfect sine
// from four on and not before, and a good one from the Gaussian kernel.
func checkSine(rows []choose.Row) Verdict {
	const perfect, good, needed = 0.999, 0.99, 4
	e := gather(rows)
	table := [][]string{{"kernel", "correlation with sin t", "slowness Δ"}}
	low, high := 1.0, 1.0 // least correlation below the needed degree, and from it on
	var before series
	for _, degree := range e.values("kernel=poly", "degree") {
		at := fmt.Sprintf("kernel=poly degree=%g", degree)
		corr, slowness := e.number(at, latentTrain(0)), e.number(at, trainSlowness)
		table = append(table, []string{fmt.Sprintf("degree %g", degree), fmt.Sprintf("%.5f", corr), text(slowness)})
		of, slow := e.at(at, latentTrain(0)), e.at(at, trainSlowness)
		if degree < needed {
			low = min(low, corr)
			e.claim(fmt.Sprintf("degree %g: correlation with the sine below %g", degree, perfect), func(i int) float64 { return perfect - of[i] })
		} else {
			high = min(high, corr)
			e.claim(fmt.Sprintf("degree %g: correlation with the sine above %g", degree, perfect), func(i int) float64 { return of[i] - perfect })
		}
		if degree <= needed && before != nil {
			e.below(fmt.Sprintf("degree %g: slower than the degree before (ln)", degree), slow, before)
		}
		before = slow
	}
	for _, degree := range []int{2, needed} {
		e.number(fmt.Sprintf("kernel=poly degree=%d", degree), trainSlowness)
	}
	gaussian := e.number("kernel=gaussian", latentTrain(0))
	found := e.at("kernel=gaussian", latentTrain(0))
	e.claim(fmt.Sprintf("Gaussian: correlation with the sine above %g", good), func(i int) float64 { return found[i] - good })
	table = append(table, []string{"Gaussian", fmt.Sprintf("%.5f", gaussian), text(e.number("kernel=gaussian", trainSlowness))})
	if v, yes := e.lacking(); yes {
		return v
	}
	return Verdict{
		Here: fmt.Sprintf("Correlation with sin t: from %.3f below degree %d, at least %.5f from there on, %.4f with the Gaussian kernel; on %d samples, with as many supports as the kernel matrix has rank.",
			low, needed, high, gaussian, e.trained()),
		Claims: e.claims, Table: table,
	}
}

// What a feature of the retina tells: the pattern, its place, or both.
const (
	patternAlone = "what"
	placeAlone   = "where"
	patternPlace = "both"
)

// tells says it of the first features of a result, by the function of pattern and
// place that each is most like on the test part.
func tells(r *result.Result) []string {
	var out []string
	for _, h := range r.Fourier {
		switch {
		case len(h.Wave) != 2:
			continue
		case h.Wave[1] == 0:
			out = append(out, patternAlone)
		case h.Wave[0] == 0:
			out = append(out, placeAlone)
		default:
			out = append(out, patternPlace)
		}
	}
	return out
}

// whatBeforeWhere is 1 where two features tell the pattern before one tells the
// place, −1 where they do not.
var whatBeforeWhere = quantity{"what pattern and place say of three features", &measure.Measure{Of: func(r *result.Result) []float64 {
	of := tells(r)
	switch {
	case len(of) < 3:
		return nil
	case slices.Equal(of[:3], []string{patternAlone, patternAlone, placeAlone}):
		return []float64{1}
	}
	return []float64{-1}
}}, false}

// checkRetina wants what before where from one layer of either kernel, slower
// than the network on what it was trained on and on another showing.
func checkRetina(rows []choose.Row) Verdict {
	e := gather(rows)
	const poly, paper, network = "layers= kernel=poly", "layers= kernel=gaussian sigma=0.01", "layers=* space=linear"
	chosen := e.chosen("layers= kernel=gaussian", "slowness")
	gaussian := fmt.Sprintf("layers= kernel=gaussian sigma=%g", kernel.Sigma.X(chosen.Config))
	table := [][]string{{"", "features tell", "slowness in training", "of another showing"}}
	kinds := map[string]string{}
	for _, q := range []struct{ name, query string }{{"degree 16", poly}, {"Gaussian, σ by validation", gaussian}, {"Gaussian, σ = 0.01", paper}, {"network", network}} {
		for _, r := range e.first(q.query) {
			for _, res := range r.Results {
				if of := tells(res); res.Error == "" && kinds[q.query] == "" {
					kinds[q.query] = strings.Join(of, ", ")
				}
			}
		}
		table = append(table, []string{q.name, kinds[q.query], text(e.number(q.query, trainSlowness)), text(e.number(q.query, testSlowness))})
	}
	for _, q := range []struct{ name, query string }{{"degree 16", poly}, {"Gaussian", gaussian}} {
		of := e.at(q.query, whatBeforeWhere)
		e.claim(q.name+": what, what, where (1, or −1)", func(i int) float64 { return of[i] })
		e.below(q.name+": slower than the network in training (ln)", e.at(q.query, trainSlowness), e.at(network, trainSlowness))
		e.below(q.name+": slower than the network on another showing (ln)", e.at(q.query, testSlowness), e.at(network, testSlowness))
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	return Verdict{
		Here: fmt.Sprintf("On another showing of the patterns, in another order, the features of degree 16 tell in their order: %s; those of the Gaussian kernel: %s, with the σ = %s that is best on validation. "+
			"With the paper's σ = 0.01, chosen by the ξ of training, they are as slow in training (%s) and know nothing of another showing (%s).",
			kinds[poly], kinds[gaussian], text(kernel.Sigma.X(chosen.Config)), text(e.number(paper, trainSlowness)), text(e.number(paper, testSlowness))),
		Claims: e.claims, Table: table,
		Settings: fmt.Sprintf("σ = %s, chosen on validation, for the paper's 0.01, chosen by ξ in training", text(kernel.Sigma.X(chosen.Config))),
	}
}

// checkMixture compares the best signal for each source. Like the paper, it
// takes as many centres as still help: the most there are.
func checkMixture(rows []choose.Row) Verdict {
	e := gather(rows)
	sizes := e.values("space=kernel", "m")
	head, queries := []string{"source", "linear", "polynomials"}, []string{"space=linear", "space=poly"}
	for _, m := range sizes {
		head = append(head, fmt.Sprintf("%g centres", m))
		queries = append(queries, fmt.Sprintf("space=kernel m=%g", m))
	}
	table, found := [][]string{head}, [2][]float64{}
	for source := range found {
		cells := []string{fmt.Sprintf("s%d", source+1)}
		for _, q := range queries {
			found[source] = append(found[source], e.number(q, latentTrain(source)))
			cells = append(cells, fmt.Sprintf("%.3f", e.number(q, latentTrain(source))))
		}
		table = append(table, cells)
		with, poly := e.at(queries[len(queries)-1], latentTrain(source)), e.at("space=poly", latentTrain(source))
		e.claim(fmt.Sprintf("s%d: correlation above that of polynomials", source+1), func(i int) float64 { return with[i] - poly[i] })
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	const linear, poly, fewest = 0, 1, 2
	s1, s2, most := found[0], found[1], len(queries)-1
	var beyond []string
	for source, of := range found {
		if of[most] > of[linear] {
			beyond = append(beyond, fmt.Sprintf("s%d", source+1))
		}
	}
	settings := ""
	if n := sizes[len(sizes)-1]; n != 20 {
		settings = fmt.Sprintf("%g centres for the paper's 20, and the most like of four signals", n)
	}
	return Verdict{
		Here: fmt.Sprintf("Correlations of the signal most like each source, means over %d starts: kernel SFA on %g centres s1 %.3f and s2 %.3f, polynomials %.3f and %.3f; on %g centres %.3f and %.3f. "+
			"Linear functions reach %.3f and %.3f, so that what is brought out is: %s.",
			len(e.where("space=kernel")[0].Results), sizes[len(sizes)-1], s1[most], s2[most], s1[poly], s2[poly], sizes[0], s1[fewest], s2[fewest], s1[linear], s2[linear], cmp.Or(strings.Join(beyond, ", "), "neither")),
		Claims: e.claims, Table: table, Settings: settings,
	}
}
