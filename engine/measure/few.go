package measure

import "example.com/sfatui/engine/result"

// ChosenInputs is the number of inputs or features with a weight in a sparse readout.
var ChosenInputs = &Measure{
	ID: "chosen", Label: "inputs with a weight", Better: Neither, Part: Training, Readout: true, Of: infoMeasure(ChosenInfo),
	Doc:  "The inputs with a weight are the inputs, or features, that a sparse readout uses: a support feature machine or a lasso.",
	Show: Show{Aliases: []string{"inputs"}, Column: "chosen", Heading: "inputs chosen", Rank: 35, Report: "chosen", Order: 14, Map: "inputs with a weight", Contrast: "inputs chosen"},
}

// frontMeasure returns the Of function of an error of a front on the test part.
func frontMeasure(of func(*result.Front) *result.EnergyLeft) func(*result.Result) []float64 {
	return func(r *result.Result) []float64 {
		if r.FrontInfo == nil || r.NTest == 0 {
			return nil
		}
		if left := of(r.FrontInfo); left != nil {
			return []float64{float64(left.Test)}
		}
		return nil
	}
}

// FrontError is the reconstruction error of a front on the samples of the test part.
var FrontError = &Measure{
	ID: "front-error", Label: "error of the front on test", Unit: Share, Better: Lower, Recorded: true,
	Of:   frontMeasure(func(f *result.Front) *result.EnergyLeft { return &f.Relative }),
	Doc:  "The error of the front is the share of the energy of the test samples that their codes do not explain, or that is not recovered from few measurements (--recovery). Codes represent samples minus the training mean, except for nmf and snmf; measured samples are recovered without subtracting a mean, and the energy is that about the training mean.",
	Show: Show{Aliases: []string{"recovery"}, Column: "left", Heading: "error of front", Rank: 33, Report: "front error", Order: 15, Map: "error of the front", Contrast: "error of the front"},
}

// ComponentsError is the error of as many principal components as a front has
// measurements.
var ComponentsError = &Measure{
	ID: "components-error", Label: "error of principal components on test", Unit: Share, Better: Lower, Recorded: true,
	Of:   frontMeasure(func(f *result.Front) *result.EnergyLeft { return f.Components }),
	Doc:  "The error of components is the share of the energy of the test samples that principal components of the training part, as many as there are measurements, do not explain. Compare the error of the front with it.",
	Show: Show{Column: "pca left", Heading: "error of components", Rank: 32, Report: "components error", Order: 16, Map: "error of components", Contrast: "error of components"},
}
