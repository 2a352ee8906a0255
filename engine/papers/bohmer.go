package papers

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/stat"
)

const bohmerPaper = "Böhmer et al. 2012"

// oneSpeaker is the data of one speaker's words, with a window every 2.5 ms.
var oneSpeaker = datasets.Options{Paths: []string{"vowels"}, Where: "group=w01", Embed: "l=400,epsilon=2,delta=40"}

// bohmer returns the experiments of section 5: the three figures.
func bohmer() []Experiment {
	return []Experiment{
		{
			Name: "bohmer-1", Paper: bohmerPaper + ", figure 1a", Outcome: Undecided,
			Question: "Does regularisation prevent over-fitting and instability of the full kernel?",
			Found: "Without regularisation the full kernel over-fits at small widths and violates unit variance at large ones. " +
				"With a fitting λ the same minimal test slowness is reached over a wide range of widths, such as σ = 0.5 to 20.",
			Data:  datasets.Options{Paths: []string{"vowels"}, Where: "group=w01", Embed: "l=400,epsilon=2,delta=60"},
			Spec:  sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.25}}.With("select", "all", "basis", "printed", "cut", "auto,1e-15", "sigma", "0.5,5,20,500", "lambda", "0,1e-9,1e-6,1e-5,1e-3,1e-2", "p", "100", "readout", "none"),
			Check: checkFullKernel,
		},
		{
			Name: "bohmer-1b", Paper: bohmerPaper + ", figure 1b", Outcome: Undecided,
			Question: "Does a sparse subset need regularisation, or a search for the kernel width?",
			Found: "With a sparse subset chosen by MP-MAH no regularisation is necessary: λ = 0 learns mappings of minimal slowness " +
				"from σ = 1 to far beyond 500, which makes a search for σ unnecessary.",
			Data:  datasets.Options{Paths: []string{"vowels"}, Embed: "l=400,epsilon=2,delta=240"},
			Spec:  sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.25}}.With("select", "mp-mah", "select-sigma", "5", "m", "300", "sigma", "1,5,50,500,2000", "lambda", "0,1e-9,1e-7,1e-5", "p", "100", "readout", "none"),
			Check: checkSparseKernel,
		},
		{
			Name: "bohmer-2", Paper: bohmerPaper + ", figure 2", Outcome: Holds,
			Question: "Which subset selection finds slow features with few supports?",
			Found: "MP-KPCA, online MAH and MP-MAH all surpass random subsets significantly and do not differ much among each other; " +
				"MP-MAH and online MAH perform virtually identically.",
			Data:  oneSpeaker,
			Spec:  sweep.Spec{Draws: 3, Split: split.Options{Folds: 4}}.With("select", "mp-mah,online-mah,mp-kpca,random", "m", "100,200,400", "sigma", "2", "lambda", "1e-7", "p", "50", "readout", "none"),
			Check: checkSubsets,
		},
		{
			Name: "bohmer-3", Paper: bohmerPaper + ", figure 3", Outcome: Undecided,
			Question: "Do RSK-SFA features classify vowels of unseen speakers better than kernel PCA features?",
			Found: "In feature spaces of any size but that of the subset, RSK-SFA is superior to kernel PCA with every classifier, and " +
				"supports chosen by MP-MAH to random ones; perceptrons get more than 97 % of the words right with 256 features. No linear classifier solves the task on raw windows.",
			Data:  datasets.Options{Paths: []string{"vowels"}, Embed: "l=400,epsilon=2,delta=240"},
			Spec:  sweep.Spec{Split: split.Options{Repeats: 5, TrainFraction: 2.0 / 3, Validation: 0.25}}.With("method", "sfa,pca", "space", "kernel,linear", "select", "mp-mah,random", "m", "250", "sigma", "5", "lambda", "0", "p", "8,25,80,249", "readout", "least-squares,logistic,perceptron", "eta", "500"),
			Check: checkVowels,
		},
	}
}

// nearFactor is the largest ratio to the least slowness that still counts as minimal, and the
// largest ratio of two curves that count as virtually identical. In the figures, in which
// slowness ranges from a twentieth to above 1, such curves touch.
const nearFactor = 1.25

// whiteNoiseSlowness is the slowness of white noise.
const whiteNoiseSlowness = 2

// curve holds the rows at one kernel width.
type curve struct {
	sigma  float64
	plain  choose.Row // without regularisation
	fitted choose.Row // with the λ > 0 that is best on validation
	// regained is the row with the least λ > 0 at which unit variance holds, or the last row
	// if it holds at none.
	regained choose.Row
}

// curves returns the curves of the rows that match query, by width.
func (e *evidence) curves(query string) []curve {
	var out []curve
	for _, sigma := range e.values(query, "sigma") {
		c := curve{sigma: sigma}
		var regular []choose.Row
		for _, r := range e.rowsWhere(fmt.Sprintf("%s sigma=%g", query, sigma)) {
			if math.IsNaN(testSlowness.meanOf(r)) {
				continue
			}
			if method.Lambda.X(r.Config) == 0 {
				c.plain = r
				continue
			}
			regular = append(regular, r)
			if c.regained.Results == nil || !c.regained.VarianceOK {
				c.regained = r
			}
		}
		c.fitted = e.bestOnValidation(regular, "slowness")
		if c.plain.Results != nil || c.fitted.Results != nil {
			out = append(out, c)
		}
	}
	return out
}

func rowWithLambda(c curve) choose.Row    { return c.fitted }
func rowWithoutLambda(c curve) choose.Row { return c.plain }

// claimMinimal claims that slowness at the best width is below that of chance, and that
// slowness at each width between from and to is within nearFactor of it. of selects the row of
// a curve. It returns the best row.
func (e *evidence) claimMinimal(curves []curve, from, to float64, of func(curve) choose.Row) (best choose.Row) {
	var rows []choose.Row
	for _, c := range curves {
		if r := of(c); r.Results != nil {
			rows = append(rows, r)
		}
	}
	if best = e.bestOnValidation(rows, "slowness"); best.Results == nil {
		e.addMissing("validation slowness of any width")
		return best
	}
	e.evaluate(func() {
		least := e.seriesOf(best, testSlowness)
		e.claim(fmt.Sprintf("the least slowness, at σ = %g, below that of white noise (ln)", kernel.Sigma.X(best.Config)), func(i int) float64 { return math.Log(whiteNoiseSlowness / least[i]) })
	})
	for _, c := range curves {
		r := of(c)
		if c.sigma < from || c.sigma > to || r.Config == best.Config {
			continue
		}
		e.evaluate(func() {
			if r.Results == nil {
				e.addMissing(fmt.Sprintf("a finished point with sigma=%g", c.sigma))
			}
			least, s := e.seriesOf(best, testSlowness), e.seriesOf(r, testSlowness)
			e.claim(fmt.Sprintf("at σ = %g less than %g times the least slowness (ln)", c.sigma, nearFactor), func(i int) float64 { return math.Log(nearFactor * least[i] / s[i]) })
		})
	}
	return best
}

// varianceText returns whether unit variance holds for the training outputs, or by how much
// they miss it.
func varianceText(r choose.Row) string {
	switch {
	case r.Results == nil:
		return text(math.NaN())
	case r.VarianceOK:
		return "holds"
	}
	return "off by " + text(r.Of(measure.Deviation).Mean)
}

// checkFullKernel claims over-fitting at the least width, equal slowness over the paper's range
// of widths, and that unit variance is lost at the greatest width and regained with
// regularisation.
func checkFullKernel(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	curves, rounding := e.curves("cut="), e.curves("cut=*")
	e.evaluate(func() {
		if curves == nil {
			e.addMissing("slowness of any width")
			return
		}
		best := e.claimMinimal(curves, 0.5, 20, rowWithLambda)
		small := curves[0]
		e.addSentence("Trained on %d samples (paper: 3,719). With the σ and λ that are best on validation, test slowness is %s (σ = %s, λ = %s).",
			e.trained(), text(testSlowness.meanOf(best)), text(kernel.Sigma.X(best.Config)), text(method.Lambda.X(best.Config)))
		e.evaluate(func() { e.claimOverfitting(small, best) })
	})
	e.evaluate(func() {
		if rounding == nil {
			e.addMissing("slowness of any width whose eigenvalues fall to rounding errors")
			return
		}
		large := rounding[len(rounding)-1]
		lost, regained := e.seriesOf(large.plain, deviation), e.seriesOf(large.regained, deviation)
		// The size of the violation depends on rounding; twice the tolerance is enough.
		e.claim(fmt.Sprintf("unit variance is lost at σ = %g without λ (excess in tolerances, at most 1)", large.sigma), func(i int) float64 { return min(lost[i]-1, 1) })
		e.claim(fmt.Sprintf("and regained there with λ = %g", method.Lambda.X(large.regained.Config)), func(i int) float64 { return 1 - regained[i] })
		e.addSentence("If eigenvalues of C are kept down to rounding, unit variance at σ = %s and λ = 0 is %s.", text(large.sigma), varianceText(large.plain))
	})
	table := [][]string{{"σ", "slowness at λ = 0", "with λ", "λ", "unit variance at λ = 0", "down to rounding"}}
	for i, c := range curves {
		row := []string{text(c.sigma), text(testSlowness.meanOf(c.plain)), text(testSlowness.meanOf(c.fitted)), text(method.Lambda.X(c.fitted.Config)), varianceText(c.plain), ""}
		if i < len(rounding) {
			row[5] = varianceText(rounding[i].plain)
		}
		table = append(table, row)
	}
	return e.verdict(table, "unit variance is lost where eigenvalues are kept down to rounding")
}

// claimOverfitting claims that without λ the least width over-fits but keeps unit variance.
func (e *evidence) claimOverfitting(small curve, best choose.Row) {
	if small.plain.Results == nil {
		e.addMissing(fmt.Sprintf("a finished point with sigma=%g lambda=0", small.sigma))
	}
	s, least, kept := e.seriesOf(small.plain, testSlowness), e.seriesOf(best, testSlowness), e.seriesOf(small.plain, deviation)
	e.claim(fmt.Sprintf("over-fits at σ = %g without λ: more than %g times the least slowness (ln)", small.sigma, nearFactor), func(i int) float64 { return math.Log(s[i] / least[i] / nearFactor) })
	e.claim("unit variance holds there (margin in tolerances)", func(i int) float64 { return 1 - kept[i] })
	e.addSentence("Without regularisation σ = %s gives %s, where unit variance %s.", text(small.sigma), text(testSlowness.meanOf(small.plain)), varianceText(small.plain))
}

// checkSparseKernel claims equal slowness over the paper's range of widths without
// regularisation, unit variance there, and no gain from regularisation.
func checkSparseKernel(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	curves := e.curves("")
	table := [][]string{{"σ", "slowness at λ = 0", "with λ", "λ"}}
	var best choose.Row
	e.evaluate(func() {
		var deviations []series
		for _, c := range curves {
			table = append(table, []string{text(c.sigma), text(testSlowness.meanOf(c.plain)), text(testSlowness.meanOf(c.fitted)), text(method.Lambda.X(c.fitted.Config))})
			if c.plain.Results != nil {
				deviations = append(deviations, e.seriesOf(c.plain, deviation))
			}
		}
		if deviations == nil {
			e.addMissing("a finished point with lambda=0")
			return
		}
		best = e.claimMinimal(curves, 1, math.Inf(1), rowWithoutLambda)
		off := most(deviations...)
		e.claim("unit variance holds at every σ (margin in tolerances)", func(i int) float64 { return 1 - off[i] })
		e.addSentence("Trained on %d samples (paper: 97,060) with %d supports (paper: 2,500). At λ = 0 and the σ that is best on validation, %s, test slowness is %s.",
			e.trained(), subset.M.Of(best.Config), text(kernel.Sigma.X(best.Config)), text(testSlowness.meanOf(best)))
	})
	e.evaluate(func() {
		var regular []choose.Row
		for _, c := range curves {
			regular = append(regular, c.fitted)
		}
		with := e.bestOnValidation(regular, "slowness")
		if best.Results == nil || with.Results == nil {
			e.addMissing("validation and test slowness with and without λ")
			return
		}
		a, b := e.seriesOf(best, testSlowness), e.seriesOf(with, testSlowness)
		e.claim("λ = 0 less than 1.1 times as slow as the best λ (ln)", func(i int) float64 { return math.Log(1.1 * b[i] / a[i]) })
		e.addSentence("With regularisation, σ and λ chosen on validation, it is %s.", text(testSlowness.meanOf(with)))
	})
	return e.verdict(table, "")
}

// checkSubsets claims that every selection has less test slowness than random subsets on
// average over the sizes, that the selections differ little compared with their distance to
// random subsets, and that MP-MAH and online MAH are close.
func checkSubsets(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	ways := []string{"random", "mp-mah", "online-mah", "mp-kpca"}
	sizes := e.values("", "m")
	table := [][]string{append([]string{"m"}, ways...)}
	for _, m := range sizes {
		cells := []string{text(m)}
		for _, way := range ways {
			cells = append(cells, e.cell(fmt.Sprintf("select=%s m=%g", way, m), testSlowness))
		}
		table = append(table, cells)
	}
	by := func(way string) (logs []series) { // ln slowness, by size
		for _, m := range sizes {
			logs = append(logs, e.seriesAt(fmt.Sprintf("select=%s m=%g", way, m), testSlowness).logs())
		}
		if logs == nil {
			e.addMissing("a finished point with m=*")
			logs = []series{make(series, len(e.repeats))}
		}
		return logs
	}
	for _, way := range ways[1:] {
		e.evaluate(func() {
			random, chosen := average(by("random")...), average(by(way)...)
			e.claim(way+" below random subsets (ln)", func(i int) float64 { return random[i] - chosen[i] })
			e.addSentence("Averaged over sizes, the test slowness of random subsets is %s times that of %s.", factor(random, chosen), way)
		})
	}
	e.evaluate(func() {
		random, mah, online, kpca := average(by("random")...), average(by("mp-mah")...), average(by("online-mah")...), average(by("mp-kpca")...)
		worst, best := most(mah, online, kpca), least(mah, online, kpca)
		e.claim("the three differ by less than half of the difference between the worst and random (ln)", func(i int) float64 { return (random[i]-worst[i])/2 - (worst[i] - best[i]) })
	})
	e.evaluate(func() {
		mah, online := by("mp-mah"), by("online-mah")
		e.claim(fmt.Sprintf("MP-MAH and online MAH differ by less than a factor of %g (ln, averaged over sizes)", nearFactor), func(i int) float64 {
			apart := 0.
			for k := range mah {
				apart += math.Abs(mah[k][i]-online[k][i]) / float64(len(mah))
			}
			return math.Log(nearFactor) - apart
		})
	})
	if len(e.rows) > 0 {
		e.addSentence("Trained on %d samples (paper: 3,719), with %s features (paper: 200).", e.trained(), e.rows[0].Config.Text("p"))
	}
	return e.verdict(table, "")
}

// factor returns the ratio that corresponds to the mean difference of two series of logarithms.
func factor(a, b series) string { return text(math.Exp(stat.Mean(a, nil) - stat.Mean(b, nil))) }

// checkVowels compares feature spaces with each classifier. Its claims of superiority concern
// spaces of at most a tenth of the subset: in larger ones both methods may classify all words
// correctly.
func checkVowels(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	const tie = 0.02 // largest difference that counts as equal
	sizes := e.values("method=sfa space=kernel", "p")
	queries := []string{"method=sfa select=mp-mah", "method=sfa select=random", "method=pca select=mp-mah", "method=pca select=random"}
	table := [][]string{{"classifier", "features", "RSK-SFA, MP-MAH", "RSK-SFA, random", "kernel PCA, MP-MAH", "kernel PCA, random"}}
	for _, readout := range []string{"least-squares", "logistic", "perceptron"} {
		at := func(p float64, query string) string {
			return fmt.Sprintf("space=kernel readout=%s p=%g %s", readout, p, query)
		}
		for _, p := range sizes {
			cells := []string{readout, text(p)}
			for _, query := range queries {
				cells = append(cells, e.cell(at(p, query), wordsRight))
			}
			table = append(table, cells)
		}
		// ahead returns the advantages of one space over another, with few features or with more.
		ahead := func(few bool, pairs ...[2]string) (by []series) {
			for _, p := range sizes {
				if few == (p <= sizes[len(sizes)-1]/10) {
					for _, pair := range pairs {
						by = append(by, e.seriesAt(at(p, pair[0]), wordsRight).minus(e.seriesAt(at(p, pair[1]), wordsRight)))
					}
				}
			}
			if by == nil {
				e.addMissing("few and many features")
				by = append(by, make(series, len(e.repeats)))
			}
			return by
		}
		spaces, supports := [][2]string{{queries[0], queries[2]}, {queries[1], queries[3]}}, [2]string{queries[0], queries[1]}
		e.evaluate(func() {
			more := average(ahead(true, spaces...)...)
			e.claim(readout+": few features of RSK-SFA above those of kernel PCA (share of words)", func(i int) float64 { return more[i] })
		})
		e.evaluate(func() {
			better := average(ahead(true, supports)...)
			e.claim(readout+": few features with MP-MAH above random supports (share of words)", func(i int) float64 { return better[i] })
		})
		e.evaluate(func() {
			behind := least(ahead(false, append(spaces, supports)...)...)
			largest := e.firstRow(at(slices.Max(append(sizes, 0)), queries[0]))
			e.claimShares(fmt.Sprintf("%s: with more features, less than %g behind either (share of words)", readout, tie), wordsRight, func(i int) float64 { return behind[i] + tie }, largest)
			e.claimAboveChance(readout+": words", wordsRight, largest)
		})
	}
	e.vowelsRight()
	return e.verdict(table, "")
}

// vowelsRight claims the paper's share of words for the row chosen on validation, and a low
// share for raw windows.
func (e *evidence) vowelsRight() {
	const little = 0.65 // upper limit for raw windows
	e.evaluate(func() {
		top := e.requireBest("method=sfa space=kernel", "accuracy")
		best := e.seriesOf(top, wordsRight)
		e.claimShares("more than 97 % of the words right (share of words)", wordsRight, func(i int) float64 { return best[i] - 0.97 }, top)
		e.addSentence("Trained on %d samples (paper: 97,060) with %d supports (paper: 2,500) and %d random splits (paper: 20). With the features and classifier that are best on validation, "+
			"%.1f %% of the words are classified correctly (%s, %d features).",
			e.trained(), subset.M.Of(top.Config), len(top.Results), 100*wordsRight.meanOf(top), readout.Name.Of(top.Config), method.P.Of(top.Config))
	})
	e.evaluate(func() {
		raw := e.requireBest("space=linear method=pca", "accuracy")
		windows := e.seriesOf(raw, wordsRight)
		e.claimShares(fmt.Sprintf("raw windows below %g (share of words)", little), wordsRight, func(i int) float64 { return little - windows[i] }, raw)
		e.addSentence("From raw windows the share is %.1f %%.", 100*wordsRight.meanOf(raw))
	})
}
