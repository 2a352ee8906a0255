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

// oneSpeaker are the words of one speaker, a window every 2.5 ms.
var oneSpeaker = datasets.Options{Paths: []string{"vowels"}, Where: "group=w01", Embed: "l=400,epsilon=2,delta=40"}

// bohmer are the experiments of section 5: the three figures.
func bohmer() []Experiment {
	return []Experiment{
		{
			Name: "bohmer-1", Paper: bohmerPaper + ", figure 1a", Outcome: Undecided,
			Question: "does regularisation stop over-fitting and instability of the full kernel?",
			Found: "Without regularisation the full kernel over-fits at small widths and violates unit variance at large ones. " +
				"With a fitting λ the same minimal test slowness is reached over a wide range of widths, such as σ = 0.5 to 20.",
			Data:  datasets.Options{Paths: []string{"vowels"}, Where: "group=w01", Embed: "l=400,epsilon=2,delta=60"},
			Spec:  sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.25}}.With("select", "all", "basis", "printed", "cut", "auto,1e-15", "sigma", "0.5,5,20,500", "lambda", "0,1e-9,1e-6,1e-5,1e-3,1e-2", "p", "100", "readout", "none"),
			Check: checkFullKernel,
		},
		{
			Name: "bohmer-1b", Paper: bohmerPaper + ", figure 1b", Outcome: Undecided,
			Question: "does a sparse subset need regularisation, or a search for the width?",
			Found: "With a sparse subset chosen by MP-MAH no regularisation is necessary: λ = 0 learns mappings of minimal slowness " +
				"from σ = 1 to far beyond 500, which makes a search for σ obsolete.",
			Data:  datasets.Options{Paths: []string{"vowels"}, Embed: "l=400,epsilon=2,delta=240"},
			Spec:  sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.25}}.With("select", "mp-mah", "select-sigma", "5", "m", "300", "sigma", "1,5,50,500,2000", "lambda", "0,1e-9,1e-7,1e-5", "p", "100", "readout", "none"),
			Check: checkSparseKernel,
		},
		{
			Name: "bohmer-2", Paper: bohmerPaper + ", figure 2", Outcome: Holds,
			Question: "which way of choosing the subset gives slow features with few supports?",
			Found: "MP-KPCA, online MAH and MP-MAH all surpass random subsets significantly and do not differ much among each other; " +
				"MP-MAH and online MAH perform virtually identical.",
			Data:  oneSpeaker,
			Spec:  sweep.Spec{Draws: 3, Split: split.Options{Folds: 4}}.With("select", "mp-mah,online-mah,mp-kpca,random", "m", "100,200,400", "sigma", "2", "lambda", "1e-7", "p", "50", "readout", "none"),
			Check: checkSubsets,
		},
		{
			Name: "bohmer-3", Paper: bohmerPaper + ", figure 3", Outcome: Undecided,
			Question: "do RSK-SFA features classify vowels of unseen speakers better than kernel PCA features?",
			Found: "In feature spaces of any size but that of the subset, RSK-SFA is superior to kernel PCA with every classifier, and " +
				"supports chosen by MP-MAH to random ones; perceptrons get more than 97 % of the words right with 256 features. No linear classifier solves the task on raw windows.",
			Data:  datasets.Options{Paths: []string{"vowels"}, Embed: "l=400,epsilon=2,delta=240"},
			Spec:  sweep.Spec{Split: split.Options{Repeats: 5, TrainFraction: 2.0 / 3, Validation: 0.25}}.With("method", "sfa,pca", "space", "kernel,linear", "select", "mp-mah,random", "m", "250", "sigma", "5", "lambda", "0", "p", "8,25,80,249", "readout", "least-squares,logistic,perceptron", "eta", "500"),
			Check: checkVowels,
		},
	}
}

// near is up to how many times the least a slowness counts as minimal, and how far two
// curves may be apart that are virtually identical. In the figures, where slowness goes
// from a twentieth to above 1, curves as close as that touch.
const near = 1.25

// noise is the slowness of white noise.
const noise = 2

// curve is what there is at one width.
type curve struct {
	sigma  float64
	plain  choose.Row // without regularisation
	fitted choose.Row // with the λ above 0 that is best on validation
	// regained is the row with the least λ above 0 at which unit variance holds, the
	// last one where it holds at none.
	regained choose.Row
}

// curves are those of the rows with the parameters asked for, by width.
func (e *evidence) curves(query string) []curve {
	var out []curve
	for _, sigma := range e.values(query, "sigma") {
		c := curve{sigma: sigma}
		var regular []choose.Row
		for _, r := range e.where(fmt.Sprintf("%s sigma=%g", query, sigma)) {
			if math.IsNaN(testSlowness.of(r)) {
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
		c.fitted = e.best(regular, "slowness")
		if c.plain.Results != nil || c.fitted.Results != nil {
			out = append(out, c)
		}
	}
	return out
}

func fitted(c curve) choose.Row  { return c.fitted }
func plainly(c curve) choose.Row { return c.plain }

// minimal claims for each width from the least to the greatest of the paper's range that
// slowness is as little as at the best width, near enough, and of that width that it is less
// than chance. It returns the best row.
func (e *evidence) minimal(curves []curve, from, to float64, of func(curve) choose.Row) (best choose.Row) {
	var rows []choose.Row
	for _, c := range curves {
		if r := of(c); r.Results != nil {
			rows = append(rows, r)
		}
	}
	if best = e.best(rows, "slowness"); best.Results == nil {
		e.lacks("validation slowness of any width")
		return best
	}
	e.judge(func() {
		least := e.of(best, testSlowness)
		e.claim(fmt.Sprintf("the least slowness, at σ = %g, below that of white noise (ln)", kernel.Sigma.X(best.Config)), func(i int) float64 { return math.Log(noise / least[i]) })
	})
	for _, c := range curves {
		r := of(c)
		if c.sigma < from || c.sigma > to || r.Config == best.Config {
			continue
		}
		e.judge(func() {
			if r.Results == nil {
				e.lacks(fmt.Sprintf("a finished point with sigma=%g", c.sigma))
			}
			least, s := e.of(best, testSlowness), e.of(r, testSlowness)
			e.claim(fmt.Sprintf("at σ = %g less than %g times the least slowness (ln)", c.sigma, near), func(i int) float64 { return math.Log(near * least[i] / s[i]) })
		})
	}
	return best
}

// unit says how far the training outputs are from unit variance.
func unit(r choose.Row) string {
	switch {
	case r.Results == nil:
		return text(math.NaN())
	case r.VarianceOK:
		return "holds"
	}
	return "off by " + text(r.Of(measure.Deviation).Mean)
}

// checkFullKernel wants over-fitting at the least width, one slowness over the paper's
// range of widths, and unit variance lost at the greatest width and regained.
func checkFullKernel(rows []choose.Row) Verdict {
	e := gather(rows)
	curves, rounding := e.curves("cut="), e.curves("cut=*")
	e.judge(func() {
		if curves == nil {
			e.lacks("slowness of any width")
			return
		}
		best := e.minimal(curves, 0.5, 20, fitted)
		small := curves[0]
		e.say("Of the paper's 3,719 training samples, %d here. With the σ and λ that are best on validation test slowness is %s (σ = %s, λ = %s).",
			e.trained(), text(testSlowness.of(best)), text(kernel.Sigma.X(best.Config)), text(method.Lambda.X(best.Config)))
		e.judge(func() { e.overfits(small, best) })
	})
	e.judge(func() {
		if rounding == nil {
			e.lacks("slowness of any width with eigenvalues down to rounding")
			return
		}
		large := rounding[len(rounding)-1]
		lost, regained := e.of(large.plain, deviation), e.of(large.regained, deviation)
		// How far it is off hangs on rounding; by more than twice what is allowed is enough.
		e.claim(fmt.Sprintf("unit variance is lost at σ = %g without λ (of what is allowed, at most 1)", large.sigma), func(i int) float64 { return min(lost[i]-1, 1) })
		e.claim(fmt.Sprintf("and regained there with λ = %g", method.Lambda.X(large.regained.Config)), func(i int) float64 { return 1 - regained[i] })
		e.say("Where eigenvalues of C are kept down to their rounding, unit variance at σ = %s and λ = 0 is %s.", text(large.sigma), unit(large.plain))
	})
	table := [][]string{{"σ", "slowness at λ = 0", "with λ", "λ", "unit variance at λ = 0", "down to rounding"}}
	for i, c := range curves {
		row := []string{text(c.sigma), text(testSlowness.of(c.plain)), text(testSlowness.of(c.fitted)), text(method.Lambda.X(c.fitted.Config)), unit(c.plain), ""}
		if i < len(rounding) {
			row[5] = unit(rounding[i].plain)
		}
		table = append(table, row)
	}
	return e.verdict(table, "unit variance is lost where eigenvalues are kept down to rounding")
}

// overfits claims that without λ the least width over-fits, and keeps unit variance.
func (e *evidence) overfits(small curve, best choose.Row) {
	if small.plain.Results == nil {
		e.lacks(fmt.Sprintf("a finished point with sigma=%g lambda=0", small.sigma))
	}
	s, least, kept := e.of(small.plain, testSlowness), e.of(best, testSlowness), e.of(small.plain, deviation)
	e.claim(fmt.Sprintf("over-fits at σ = %g without λ: more than %g times the least slowness (ln)", small.sigma, near), func(i int) float64 { return math.Log(s[i] / least[i] / near) })
	e.claim("unit variance holds there (of what is allowed)", func(i int) float64 { return 1 - kept[i] })
	e.say("Without regularisation σ = %s gives %s, where unit variance %s.", text(small.sigma), text(testSlowness.of(small.plain)), unit(small.plain))
}

// checkSparseKernel wants one slowness over the paper's range of widths without
// regularisation, with unit variance, and no less of it with.
func checkSparseKernel(rows []choose.Row) Verdict {
	e := gather(rows)
	curves := e.curves("")
	table := [][]string{{"σ", "slowness at λ = 0", "with λ", "λ"}}
	var best choose.Row
	e.judge(func() {
		var deviations []series
		for _, c := range curves {
			table = append(table, []string{text(c.sigma), text(testSlowness.of(c.plain)), text(testSlowness.of(c.fitted)), text(method.Lambda.X(c.fitted.Config))})
			if c.plain.Results != nil {
				deviations = append(deviations, e.of(c.plain, deviation))
			}
		}
		if deviations == nil {
			e.lacks("a finished point with lambda=0")
			return
		}
		best = e.minimal(curves, 1, math.Inf(1), plainly)
		off := most(deviations...)
		e.claim("unit variance holds at every σ (of what is allowed)", func(i int) float64 { return 1 - off[i] })
		e.say("Of the paper's 97,060 training samples, %d here, with %d supports of its 2,500. At λ = 0 and the σ that is best on validation, %s, test slowness is %s.",
			e.trained(), subset.M.Of(best.Config), text(kernel.Sigma.X(best.Config)), text(testSlowness.of(best)))
	})
	e.judge(func() {
		var regular []choose.Row
		for _, c := range curves {
			regular = append(regular, c.fitted)
		}
		with := e.best(regular, "slowness")
		if best.Results == nil || with.Results == nil {
			e.lacks("validation and test slowness with and without λ")
			return
		}
		a, b := e.of(best, testSlowness), e.of(with, testSlowness)
		e.claim("λ = 0 less than 1.1 times as slow as the best λ (ln)", func(i int) float64 { return math.Log(1.1 * b[i] / a[i]) })
		e.say("Regularised, σ and λ chosen on validation, it is %s.", text(testSlowness.of(with)))
	})
	return e.verdict(table, "")
}

// checkSubsets wants every way of choosing below random subsets on average over the
// sizes, their spread small against the way to random ones, and MP-MAH and online
// MAH near each other.
func checkSubsets(rows []choose.Row) Verdict {
	e := gather(rows)
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
			logs = append(logs, e.at(fmt.Sprintf("select=%s m=%g", way, m), testSlowness).logs())
		}
		if logs == nil {
			e.lacks("a finished point with m=*")
			logs = []series{make(series, len(e.repeats))}
		}
		return logs
	}
	for _, way := range ways[1:] {
		e.judge(func() {
			random, chosen := average(by("random")...), average(by(way)...)
			e.claim(way+" below random subsets (ln)", func(i int) float64 { return random[i] - chosen[i] })
			e.say("Averaged over sizes, the test slowness of random subsets is %s times that of %s.", factor(random, chosen), way)
		})
	}
	e.judge(func() {
		random, mah, online, kpca := average(by("random")...), average(by("mp-mah")...), average(by("online-mah")...), average(by("mp-kpca")...)
		worst, best := most(mah, online, kpca), least(mah, online, kpca)
		e.claim("the three differ by less than half of what parts the worst from random (ln)", func(i int) float64 { return (random[i]-worst[i])/2 - (worst[i] - best[i]) })
	})
	e.judge(func() {
		mah, online := by("mp-mah"), by("online-mah")
		e.claim(fmt.Sprintf("MP-MAH and online MAH apart by less than the factor %g (ln, averaged over sizes)", near), func(i int) float64 {
			apart := 0.
			for k := range mah {
				apart += math.Abs(mah[k][i]-online[k][i]) / float64(len(mah))
			}
			return math.Log(near) - apart
		})
	})
	if len(e.rows) > 0 {
		e.say("Of the paper's 3,719 training samples, %d here, and %s features of its 200.", e.trained(), e.rows[0].Config.Text("p"))
	}
	return e.verdict(table, "")
}

// factor is the ratio that the mean difference of logarithms is.
func factor(a, b series) string { return text(math.Exp(stat.Mean(a, nil) - stat.Mean(b, nil))) }

// checkVowels compares feature spaces with each classifier. Spaces of a tenth of the subset or
// less have few features: in larger ones both may get all words right.
func checkVowels(rows []choose.Row) Verdict {
	e := gather(rows)
	const tie = 0.02 // as many words
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
		// ahead is by how much one space is ahead of another, of few features or of more.
		ahead := func(few bool, pairs ...[2]string) (by []series) {
			for _, p := range sizes {
				if few == (p <= sizes[len(sizes)-1]/10) {
					for _, pair := range pairs {
						by = append(by, e.at(at(p, pair[0]), wordsRight).minus(e.at(at(p, pair[1]), wordsRight)))
					}
				}
			}
			if by == nil {
				e.lacks("few and many features")
				by = append(by, make(series, len(e.repeats)))
			}
			return by
		}
		spaces, supports := [][2]string{{queries[0], queries[2]}, {queries[1], queries[3]}}, [2]string{queries[0], queries[1]}
		e.judge(func() {
			more := average(ahead(true, spaces...)...)
			e.claim(readout+": few features of RSK-SFA above those of kernel PCA (share of words)", func(i int) float64 { return more[i] })
		})
		e.judge(func() {
			better := average(ahead(true, supports)...)
			e.claim(readout+": few features with MP-MAH above random supports (share of words)", func(i int) float64 { return better[i] })
		})
		e.judge(func() {
			behind := least(ahead(false, append(spaces, supports)...)...)
			largest := e.row(at(slices.Max(append(sizes, 0)), queries[0]))
			e.shares(fmt.Sprintf("%s: with more features behind neither by %g (share of words)", readout, tie), wordsRight, func(i int) float64 { return behind[i] + tie }, largest)
			e.aboveChance(readout+": words", wordsRight, largest)
		})
	}
	e.vowelsRight()
	return e.verdict(table, "")
}

// vowelsRight claims the paper's share of words for what is best on validation, and next to
// nothing for raw windows.
func (e *evidence) vowelsRight() {
	const little = 0.65 // that raw windows stay below
	e.judge(func() {
		top := e.chosen("method=sfa space=kernel", "accuracy")
		best := e.of(top, wordsRight)
		e.shares("more than 97 % of the words right (share of words)", wordsRight, func(i int) float64 { return best[i] - 0.97 }, top)
		e.say("Of the paper's 97,060 training samples, %d here, with %d supports of its 2,500 and %d random splits of its 20. With the features and classifier that are best on validation "+
			"%.1f %% of the words are right (%s, %d features).",
			e.trained(), subset.M.Of(top.Config), len(top.Results), 100*wordsRight.of(top), readout.Name.Of(top.Config), method.P.Of(top.Config))
	})
	e.judge(func() {
		raw := e.chosen("space=linear method=pca", "accuracy")
		windows := e.of(raw, wordsRight)
		e.shares(fmt.Sprintf("raw windows below %g (share of words)", little), wordsRight, func(i int) float64 { return little - windows[i] }, raw)
		e.say("From raw windows %.1f %% are.", 100*wordsRight.of(raw))
	})
}
