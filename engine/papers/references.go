package papers

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/engine/part"
)

// Reference is a paper on a method that points use.
type Reference struct {
	key, kind string
	fields    []string // alternating names and texts
	// uses holds words of axes, written axis=word; a point with one of them uses the paper.
	// A word that ends in * matches by its prefix.
	uses []string
}

// BibTeX returns the BibTeX entry of the reference.
func (r Reference) BibTeX() string {
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s,\n", r.kind, r.key)
	for i := 0; i < len(r.fields); i += 2 {
		fmt.Fprintf(&b, "  %-9s = {%s},\n", r.fields[i], r.fields[i+1])
	}
	return b.String() + "}"
}

// usedBy reports whether a point has one of the words.
func (r Reference) usedBy(p part.Point) bool {
	return slices.ContainsFunc(r.uses, func(use string) bool {
		axis, word, _ := strings.Cut(use, "=")
		a, ok := part.AxisNamed(axis)
		if !ok {
			return false
		}
		value := a.Of(&p)
		if begin, more := strings.CutSuffix(word, "*"); more {
			return value != "" && strings.HasPrefix(value, begin)
		}
		return value == word
	})
}

// References returns the papers that points use, each once, by year.
func References(points []part.Point) []Reference {
	return slices.DeleteFunc(slices.Clone(references), func(r Reference) bool { return !slices.ContainsFunc(points, r.usedBy) })
}

// references holds all references, by year.
var references = []Reference{
	{"wiskott2002slow", "article", []string{"author", "Wiskott, Laurenz and Sejnowski, Terrence J.", "title", "Slow feature analysis: Unsupervised learning of invariances",
		"journal", "Neural Computation", "volume", "14", "number", "4", "pages", "715--770", "year", "2002"}, []string{"method=sfa"}},
	{"lodhi2002text", "article", []string{"author", "Lodhi, Huma and Saunders, Craig and Shawe-Taylor, John and Cristianini, Nello and Watkins, Chris", "title", "Text classification using string kernels",
		"journal", "Journal of Machine Learning Research", "volume", "2", "pages", "419--444", "year", "2002"}, []string{"kernel=ssk"}},
	{"tsang2005core", "article", []string{"author", "Tsang, Ivor W. and Kwok, James T. and Cheung, Pak-Ming", "title", "Core vector machines: Fast {SVM} training on very large data sets",
		"journal", "Journal of Machine Learning Research", "volume", "6", "pages", "363--392", "year", "2005"}, []string{"readout=cvm*"}},
	{"aharon2006ksvd", "article", []string{"author", "Aharon, Michal and Elad, Michael and Bruckstein, Alfred", "title", "{K-SVD}: An algorithm for designing overcomplete dictionaries for sparse representation",
		"journal", "IEEE Transactions on Signal Processing", "volume", "54", "number", "11", "pages", "4311--4322", "year", "2006"}, []string{"front=ksvd*"}},
	{"rasmussen2006gaussian", "book", []string{"author", "Rasmussen, Carl Edward and Williams, Christopher K. I.", "title", "Gaussian Processes for Machine Learning",
		"publisher", "MIT Press", "year", "2006"}, []string{"readout=gp"}},
	{"cuturi2011fast", "inproceedings", []string{"author", "Cuturi, Marco", "title", "Fast global alignment kernels",
		"booktitle", "Proceedings of the 28th International Conference on Machine Learning", "pages", "929--936", "year", "2011"}, []string{"kernel=gak"}},
	{"ma2011kernel", "article", []string{"author", "Ma, Kuijun and Han, Yanjun and Tao, Qing and Wang, Jue", "title", "Kernel-based slow feature analysis",
		"journal", "Pattern Recognition and Artificial Intelligence", "volume", "24", "number", "2", "pages", "153--159", "year", "2011", "note", "In Chinese"}, []string{"select=kmeans", "kernel=poly", "xi-lambda=*"}},
	{"bohmer2012generating", "article", []string{"author", "B{\\\"o}hmer, Wendelin and Gr{\\\"u}new{\\\"a}lder, Steffen and Nickisch, Hannes and Obermayer, Klaus",
		"title", "Generating feature spaces for linear algorithms with regularized sparse kernel slow feature analysis",
		"journal", "Machine Learning", "volume", "89", "pages", "67--86", "year", "2012"}, []string{"space=kernel"}},
	{"kompella2012incremental", "article", []string{"author", "Kompella, Varun Raj and Luciw, Matthew and Schmidhuber, J{\\\"u}rgen", "title", "Incremental slow feature analysis: Adaptive low-complexity slow feature updating from high-dimensional input streams",
		"journal", "Neural Computation", "volume", "24", "number", "11", "pages", "2994--3024", "year", "2012"}, []string{"method=incremental"}},
	{"escalante2013how", "article", []string{"author", "Escalante-B., Alberto N. and Wiskott, Laurenz", "title", "How to solve classification and regression problems on high-dimensional data with a supervised extension of slow feature analysis",
		"journal", "Journal of Machine Learning Research", "volume", "14", "pages", "3683--3719", "year", "2013"},
		[]string{"graph=clustered", "graph=reorder", "graph=window", "graph=serial", "graph=mixed", "graph=edges*", "space=0.8exp", "layers=*"}},
	{"goerg2013forecastable", "inproceedings", []string{"author", "Goerg, Georg M.", "title", "Forecastable component analysis",
		"booktitle", "Proceedings of the 30th International Conference on Machine Learning", "year", "2013"}, []string{"method=foreca"}},
	{"hammer2014modern", "misc", []string{"author", "Hammer, Barbara", "title", "Modern data analysis",
		"howpublished", "Lecture summary, CITEC, Bielefeld University", "year", "2014"},
		[]string{"front=*", "kernel=gak", "kernel=dtw*", "kernel=ssk", "kernel=spectrum", "kernel=fisher", "readout=cvm*", "readout=sfm", "readout=gp", "readout=lasso"}},
	{"richthofer2015predictable", "inproceedings", []string{"author", "Richthofer, Stefan and Wiskott, Laurenz", "title", "Predictable feature analysis",
		"booktitle", "Proceedings of the 14th IEEE International Conference on Machine Learning and Applications", "pages", "190--196", "year", "2015"}, []string{"method=pfa"}},
	{"weghenkel2017graph", "article", []string{"author", "Weghenkel, Bj{\\\"o}rn and Fischer, Asja and Wiskott, Laurenz", "title", "Graph-based predictable feature analysis",
		"journal", "Machine Learning", "volume", "106", "pages", "1359--1380", "year", "2017"}, []string{"graph=gpfa*"}},
}
