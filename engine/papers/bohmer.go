package papers

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
)

const bohmerPaper = "Böhmer et al. 2012"

// oneSpeaker are the words of one speaker, a window every 2.5 ms.
var oneSpeaker = datasets.Options{Paths: []string{"vowels"}, Where: "group=w01", Embed: "l=400,epsilon=2,delta=40"}

// bohmer are the experiments of section 5: the three figures.
func bohmer() []Experiment {
	return []Experiment{
		{
			Name: "bohmer-1", Paper: bohmerPaper + ", figure 1a",
			Question: "does regularisation stop over-fitting and instability of the full kernel?",
			Found: "Without regularisation the full kernel over-fits at small widths and violates unit variance at large ones. " +
				"With a fitting λ the same minimal test slowness is reached over a wide range of widths, there σ = 0.5 to 20.",
			Data:  oneSpeaker,
			Spec:  sweep.Spec{Split: split.Options{Folds: 1}}.With("select", "all", "basis", "printed", "cut", "auto,1e-15", "sigma", "0.5,1,2,5,10,20,50,100,200,500", "lambda", "0,1e-10,1e-9,1e-7,1e-6,1e-5,1e-4,1e-3", "p", "200", "readout", "none"),
			Check: checkFullKernel,
		},
		{
			Name: "bohmer-1b", Paper: bohmerPaper + ", figure 1b",
			Question: "does a sparse subset need regularisation, or a search for the width?",
			Found: "With a sparse subset chosen by MP-MAH no regularisation is necessary: λ = 0 learns mappings of minimal slowness " +
				"from σ = 1 to far beyond 500, which makes a search for σ obsolete.",
			Data:  datasets.Options{Paths: []string{"vowels"}},
			Spec:  sweep.Spec{Split: split.Options{Folds: 1}}.With("select", "mp-mah", "select-sigma", "5", "m", "800", "sigma", "1,2,5,10,20,50,100,200,500", "lambda", "0,1e-9,1e-7,1e-5", "p", "100", "readout", "none"),
			Check: checkSparseKernel,
		},
		{
			Name: "bohmer-2", Paper: bohmerPaper + ", figure 2",
			Question: "which way of choosing the subset gives slow features with few supports?",
			Found: "MP-KPCA, online MAH and MP-MAH all surpass random subsets significantly and do not differ much among each other; " +
				"MP-MAH and online MAH perform virtually identically.",
			Data:  oneSpeaker,
			Spec:  sweep.Spec{Draws: 10, Split: split.Options{Folds: 1}}.With("select", "mp-mah,online-mah,mp-kpca,random", "m", "100,150,200,300,400,500", "sigma", "2", "lambda", "1e-7", "p", "50", "readout", "none"),
			Check: checkSubsets,
		},
		{
			Name: "bohmer-3", Paper: bohmerPaper + ", figure 3",
			Question: "are vowels of unseen speakers told better from RSK-SFA's features than from kernel PCA's?",
			Found: "In feature spaces of any size but that of the subset, RSK-SFA is superior to kernel PCA with every classifier, and " +
				"supports chosen by MP-MAH to random ones; more than 97 % of the words are right. Raw windows tell next to nothing.",
			Data:  datasets.Options{Paths: []string{"vowels"}},
			Spec:  sweep.Spec{Split: split.Options{Repeats: 3, TrainFraction: 2.0 / 3}}.With("method", "sfa,pca", "space", "kernel,linear", "select", "mp-mah,random", "m", "500", "sigma", "5", "lambda", "0", "p", "8,32,128,499", "readout", "least-squares,logistic,perceptron"),
			Check: checkVowels,
		},
	}
}

// A range of widths is wide whose greatest is that many times the least; the
// slowness counts as minimal up to that many times the least. In the figures,
// where slowness goes from a twentieth to above 1, curves as close as that touch.
const (
	wide = 10
	near = 1.25
)

// curve is what the test slowness is at one width.
type curve struct {
	sigma    float64
	plain    choose.Row // without regularisation
	best, at float64    // with the λ above 0 that gives the least, and that λ
	regained float64    // the least λ above 0 at which unit variance holds, 0 for none
}

// curves are those of the rows with the parameters asked for, by width.
func (e *evidence) curves(query string) []curve {
	var out []curve
	for _, sigma := range e.values(query, "sigma") {
		at := fmt.Sprintf("%s sigma=%g", query, sigma)
		c := curve{sigma: sigma, best: math.Inf(1)}
		e.number(at+" lambda=0", testSlowness)
		for _, r := range e.where(at) {
			lambda := method.Lambda.X(r.Config)
			if lambda == 0 {
				c.plain = r
				continue
			}
			if s := testSlowness.of(r); s < c.best {
				c.best, c.at = s, lambda
			}
			if r.VarianceOK && c.regained == 0 {
				c.regained = lambda
			}
		}
		if c.at == 0 {
			e.lacks(testSlowness.name + " with " + at + " and λ above 0")
		}
		out = append(out, c)
	}
	return out
}

// minimalOver gives the least slowness and from where to where among the widths
// it is reached, near enough.
func minimalOver(curves []curve, slowness func(curve) float64) (least, from, to float64) {
	least = math.Inf(1)
	for _, c := range curves {
		least = min(least, slowness(c))
	}
	for _, c := range curves {
		if slowness(c) <= near*least {
			if from == 0 {
				from = c.sigma
			}
			to = c.sigma
		}
	}
	return least, from, to
}

func fitting(c curve) float64       { return c.best }
func unregularised(c curve) float64 { return testSlowness.of(c.plain) }

// unit says how far the training outputs are from unit variance.
func unit(r choose.Row) string {
	if r.VarianceOK {
		return "holds"
	}
	return "off by " + text(r.Of(measure.Deviation).Mean)
}

// checkFullKernel wants over-fitting at the least width, one slowness over a
// wide range, and a width at which unit variance is lost and regained.
func checkFullKernel(rows []choose.Row) Verdict {
	e := gather(rows)
	curves, rounding := e.curves("cut="), e.curves("cut=*")
	if v, yes := e.lacking(); yes {
		return v
	}
	least, from, to := minimalOver(curves, fitting)
	small := curves[0]
	overfits := small.plain.VarianceOK && unregularised(small) > near*least
	table := [][]string{{"σ", "slowness at λ = 0", "with the best λ", "λ", "unit variance at λ = 0"}}
	for _, c := range curves {
		table = append(table, []string{text(c.sigma), text(unregularised(c)), text(c.best), text(c.at), unit(c.plain)})
	}
	stable, unstable := "holds at every σ", "is nowhere lost and regained"
	for _, c := range curves {
		if !c.plain.VarianceOK {
			stable = "is lost all the same, at σ = " + text(c.sigma)
		}
	}
	cured := false
	for _, c := range rounding {
		if !c.plain.VarianceOK && c.regained > 0 {
			cured = true
			unstable = fmt.Sprintf("is lost at σ = %s, off by %s, and regained with λ = %s", text(c.sigma), text(c.plain.Of(measure.Deviation).Mean), text(c.regained))
		}
	}
	return Verdict{
		Here: fmt.Sprintf("Of the paper's 3,719 training samples, %d here; the least test slowness is %s. Without regularisation σ = %s gives %s, where unit variance %s. "+
			"With a fitting λ at most %g times the least is reached from σ = %s to %s. Where eigenvalues of C are kept down to their rounding, unit variance at λ = 0 %s; "+
			"where those are cut, it %s.",
			e.trained(), text(least), text(small.sigma), text(unregularised(small)), unit(small.plain), near, text(from), text(to), unstable, stable),
		Holds: overfits && to >= wide*from && cured,
		Table: table,
	}
}

// checkSparseKernel wants one slowness over a wide range without
// regularisation, with unit variance, and no less of it with.
func checkSparseKernel(rows []choose.Row) Verdict {
	e := gather(rows)
	curves := e.curves("")
	if v, yes := e.lacking(); yes {
		return v
	}
	least, from, to := minimalOver(curves, unregularised)
	with, _, _ := minimalOver(curves, fitting)
	variance, stable := "holds at every σ", true
	table := [][]string{{"σ", "slowness at λ = 0", "with the best λ", "λ"}}
	for _, c := range curves {
		table = append(table, []string{text(c.sigma), text(unregularised(c)), text(c.best), text(c.at)})
		if !c.plain.VarianceOK {
			variance, stable = "is lost at σ = "+text(c.sigma), false
		}
	}
	return Verdict{
		Here: fmt.Sprintf("Of the paper's 97,060 training samples, %d here, with %d supports of its 2,500. At λ = 0 the least test slowness is %s, and at most %g times that "+
			"from σ = %s to %s; regularised the least is %s. Unit variance at λ = 0 %s.",
			e.trained(), subset.M.Of(curves[0].plain.Config), text(least), near, text(from), text(to), text(with), variance),
		Holds: to >= wide*from && with > least/1.1 && stable,
		Table: table,
	}
}

// checkSubsets wants every way of choosing two standard deviations below
// random subsets at every size, their spread small against the way to random
// ones, and MP-MAH and online MAH closer still.
func checkSubsets(rows []choose.Row) Verdict {
	e := gather(rows)
	ways := []string{"mp-mah", "online-mah", "mp-kpca"}
	table := [][]string{append([]string{"m", "random"}, ways...)}
	surpass, alike, same := true, true, true
	var most float64 // how far MP-MAH and online MAH are apart, of the way to random
	for _, m := range e.values("select=random", "m") {
		at := fmt.Sprintf(" m=%g", m)
		random := e.number("select=random"+at, testSlowness)
		cells := []string{text(m), text(random)}
		deviation := 0.0
		for _, r := range e.where("select=random" + at) {
			if s := r.Of(measure.TestSlowness); s.N > 1 {
				deviation = s.SE * math.Sqrt(float64(s.N))
				cells[1] += " ± " + text(deviation)
			}
		}
		var found []float64
		for _, way := range ways {
			x := e.number("select="+way+at, testSlowness)
			found = append(found, x)
			cells = append(cells, text(x))
		}
		worst, best := slices.Max(found), slices.Min(found)
		surpass = surpass && worst < random-2*deviation
		alike = alike && worst-best < (random-worst)/2
		apart := math.Abs(found[0]-found[1]) / (random - found[0])
		same = same && apart >= 0 && apart < 0.25
		most = max(most, apart)
		table = append(table, cells)
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	return Verdict{
		Here: fmt.Sprintf("Of the paper's 3,719 training samples, %d here, and %s features of its 200. All three ways are at least two standard deviations below random subsets "+
			"at every size: %s. They differ by less than half of what parts the worst of them from random ones: %s. MP-MAH and online MAH differ by at most %.0f %% of what parts MP-MAH from random ones.",
			e.trained(), e.rows[0].Config.Text("p"), yesNo(surpass), yesNo(alike), 100*most),
		Holds: surpass && alike && same,
		Table: table,
	}
}

// checkVowels compares feature spaces with each classifier. What counts are
// spaces of few features, a tenth of the subset or less: in larger ones both may
// tell all words.
func checkVowels(rows []choose.Row) Verdict {
	e := gather(rows)
	const chance, tie = 0.65, 0.02 // raw windows stay below; as many words are a tie
	table := [][]string{{"classifier", "features", "RSK-SFA, MP-MAH", "RSK-SFA, random", "kernel PCA, MP-MAH", "kernel PCA, random"}}
	superior, chosen, raw := true, true, 0.0
	top := choose.Row{}
	sizes := e.values("method=sfa space=kernel", "p")
	for _, readout := range []string{"least-squares", "logistic", "perceptron"} {
		for i, p := range sizes {
			word := func(query string) float64 {
				return e.number(fmt.Sprintf("space=kernel readout=%s p=%g %s", readout, p, query), wordsRight)
			}
			sfa, atRandom := word("method=sfa select=mp-mah"), word("method=sfa select=random")
			pca, pcaRandom := word("method=pca select=mp-mah"), word("method=pca select=random")
			table = append(table, []string{readout, text(p), text(sfa), text(atRandom), text(pca), text(pcaRandom)})
			few := i < len(sizes)-1 && p <= sizes[len(sizes)-1]/10
			superior = superior && sfa >= pca-tie && atRandom >= pcaRandom-tie && (!few || sfa > pca && atRandom > pcaRandom)
			chosen = chosen && sfa >= atRandom-tie && (!few || sfa > atRandom)
		}
		_, windows := e.best("space=linear method=pca readout="+readout, minus(wordsRight))
		raw = max(raw, wordsRight.of(windows))
	}
	_, top = e.best("method=sfa space=kernel", minus(wordsRight))
	if v, yes := e.lacking(); yes {
		return v
	}
	return Verdict{
		Here: fmt.Sprintf("Of the paper's 97,060 training samples, %d here, with 500 supports of its 2,500 and %d random splits of its 20. With few features RSK-SFA is superior to kernel PCA "+
			"with every classifier, and nowhere behind: %s. So are supports chosen by MP-MAH to random ones: %s. At best %.1f %% of the words are right (%s, %d features), from raw windows at most %.1f %%.",
			e.trained(), len(top.Results), yesNo(superior), yesNo(chosen), 100*wordsRight.of(top), readout.Name.Of(top.Config), method.P.Of(top.Config), 100*raw),
		Holds: superior && chosen && wordsRight.of(top) > 0.97 && raw < chance,
		Table: table,
	}
}
