package kernel

import (
	"fmt"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/part"
)

// The parameters of kernels.
var (
	Name = part.NewWord(part.Axis{Name: "kernel", Doc: "kernel function", Default: "gaussian", Needed: true})

	Sigma = part.NewNumber(part.Axis{
		Name: "sigma", Symbol: "σ", Log: true, Must: part.Above0, Width: true, Default: "rel:0.5:4:7",
		Doc: "kernel widths: 1,2,5 log:0.5:500:12 lin:1:9:5, rel:… (multiples of the heuristic width), norm:… (multiples of the mean norm); a prefix applies to all following values",
	})
	Alpha = part.NewNumber(part.Axis{
		Name: "alpha", Symbol: "α", Log: true, Must: part.Above0, Default: "1", Doc: "shape of the rational quadratic kernel",
	})
	Gamma = part.NewNumber(part.Axis{
		Name: "gamma", Symbol: "γ", Log: true, Must: part.Above0, Default: "1", Doc: "exponent of the γ-exponential kernel; above 2 the kernel is indefinite",
	})
	Degree = part.NewCount(part.Axis{
		Name: "degree", Symbol: "k", Default: "2", Must: part.AtMost(100), Doc: "degrees of --space poly and of the kernel (1 + x·z)^k: 2,3",
	})
	// Indefinite selects the correction of an indefinite kernel that is not refused.
	Indefinite = part.NewWord(part.Axis{
		Name: "indefinite", Doc: "how to correct the negative eigenvalues of an indefinite kernel, such as dtw, or γ-exponential with γ above 2",
		Default: "refuse", Unset: "refuse",
		When: func(p *part.Point) bool { return !Kernels.Has(*p, Gamma) || Gamma.X(*p) > 2 },
	})
	// Band limits how far apart aligned frames of two series may be. It is a number
	// because a count excludes 0, which selects the diagonal.
	Band = part.NewNumber(part.Axis{
		Name: "band", Log: true, Default: "none", Unset: "none", Must: part.WholeNumber,
		Doc: "width of the alignment band of gak and dtw: the maximum offset of aligned frames, or none: 0,5,10 (dtw with 0 compares frame by frame, as the Euclidean distance does)",
	})
	// Shift selects the evaluation of κ−1.
	Shift = part.NewSwitch(part.Axis{
		Name: "shift", Doc: "evaluate κ − 1, which preserves precision at large σ", Default: "on", Optional: true,
	})
)

// Window returns the window of alignments for the point's band.
func Window(p part.Point) align.Window {
	if band := Band.Of(p); band.OK {
		return align.Band(int(band.X))
	}
	return align.Window{}
}

// Kind builds the kernel of a point.
type Kind = func(part.Point) Kernel

// Kernels is the table of all kernels.
var Kernels = part.NewTable[Kind](Name, "")

// At returns the kernel of a point. It panics if the point has none.
func At(p part.Point) Kernel {
	k := Kernels.Of(p)
	if k == nil {
		panic(fmt.Sprintf("kernel: unknown kernel %q", Name.Of(p)))
	}
	return k.Build(p)
}
