package result

import (
	"math"

	"example.com/sfatui/engine/part"
)

// Result is one finished point. All of its measures are taken from the
// features φ on the data, never from theory. Seconds lives in the journal only
// and takes no part in comparisons.
type Result struct {
	Key   string     `json:"key"`
	Point part.Point `json:"point"`

	NTrain        int `json:"n_train"`
	NTest         int `json:"n_test"`
	NValidation   int `json:"n_validation,omitempty"` // of the largest validation part
	SegmentsTrain int `json:"segments_train"`
	SegmentsTest  int `json:"segments_test"`

	// Rank is the number of eigenvalues of C kept, Condition the ratio of the
	// largest to the smallest kept, Supports the size of the subset used,
	// Features how many there are: fewer than asked for where the rank is less.
	Rank      int        `json:"rank,omitempty"`
	Condition part.Float `json:"condition,omitzero"`
	Supports  int        `json:"supports,omitempty"`
	Features  int        `json:"features,omitempty"`

	// KernelInfo is what was done to a kernel that need not be positive semi-definite, and
	// what the strings are that one compares; nil for another.
	KernelInfo *KernelInfo `json:"kernel_info,omitempty"`

	// LambdaActs is the λ from which regularisation begins to act on the features, see
	// sfa.ActsFrom; nil but for slow features without any.
	LambdaActs *part.Float `json:"lambda_acts,omitempty"`

	// Omega is the forecastability of each feature on the training part, of foreca; nil
	// elsewhere.
	Omega []part.Float `json:"omega,omitempty"`

	// Spectrum are the eigenvalues of C at some ranks; nil without whitening.
	Spectrum *Spectrum `json:"spectrum,omitempty"`

	Slowness Slowness `json:"slowness,omitzero"`
	Variance Variance `json:"variance,omitzero"`
	// Fourier compares the first features on the test part with the cosine
	// basis of the known latent variables; nil where none are known.
	Fourier []Harmonic `json:"fourier,omitempty"`
	// FourierTrain is the same on the training part.
	FourierTrain []Harmonic `json:"fourier_train,omitempty"`
	// Latent compares the features with the known latent variables themselves;
	// nil where none are known.
	Latent *LatentMatch `json:"latent,omitempty"`
	// Graph is what a training graph other than time says of the features; nil
	// for time.
	Graph *GraphReport `json:"graph,omitempty"`
	// Approach is how an incremental solve came near to the batch solution.
	Approach []Approach `json:"approach,omitempty"`
	// Degenerate says which of the features are arbitrary or carry nothing; nil where all
	// are determined and none does.
	Degenerate *Degenerate `json:"degenerate,omitempty"`
	// Accuracy, Confusion, RMSE and MAE are of the test part; nil where there
	// is no readout of the kind.
	Accuracy  *Accuracy   `json:"accuracy,omitempty"`
	Confusion *Confusion  `json:"confusion,omitempty"`
	RMSE      *part.Float `json:"rmse,omitempty"`
	MAE       *part.Float `json:"mae,omitempty"`
	// RMSEOfMean is what the mean target of the training part alone gets; nil as RMSE is,
	// and in results of before engine 0.10.0.
	RMSEOfMean *part.Float `json:"rmse_of_mean,omitempty"`
	// Detection is how what is new was told from normal operation on the test part; nil
	// without a readout that does.
	Detection *Detection `json:"detection,omitempty"`
	// ReadoutInfo is what the training of the readout came to, and how well its standard
	// deviations fit the test part, by names such as noise and nlpd; nil for one that tells
	// nothing.
	ReadoutInfo map[string]part.Float `json:"readout_info,omitempty"`
	// ReadoutInputs are what a readout that chooses gives a weight, of the inputs or the
	// features that it reads; nil for other readouts.
	ReadoutInputs []ReadoutInput `json:"readout_inputs,omitempty"`
	// Measures are those that have no field of their own, by the IDs of the table of
	// measures.
	Measures map[string][]part.Float `json:"measures,omitempty"`
	// Stretches are measures of the test part cut to the length of a validation part; nil
	// where it is no longer than that.
	Stretches []Stretch `json:"test_stretches,omitempty"`
	// FrontInfo tells of an encoder in front of the space; nil for other fronts.
	FrontInfo *Front `json:"front_info,omitempty"`
	// Validation holds what choosing may look at; nil without a validation
	// part.
	Validation *Scores `json:"validation,omitempty"`

	// Picks are the rows of the data set chosen as supports, in order.
	Picks []int `json:"picks,omitempty"`
	// Notes say in words what was cut and why.
	Notes []string `json:"notes,omitempty"`

	Seconds float64 `json:"seconds,omitempty"`
	// Error is why the point failed; "" when it did not.
	Error string `json:"error,omitempty"`
}

// ReadoutInput is a weight of a readout: of an input by its name, or of a feature.
type ReadoutInput struct {
	Input string `json:"input"`
	// Class is the one that a positive weight speaks for; "" where a number is predicted.
	Class  string     `json:"class,omitempty"`
	Weight part.Float `json:"weight"`
}

// KernelInfo tells of a kernel what a point has of it.
type KernelInfo struct {
	*Corrected
	*Strings
}

// Strings tells of the strings of symbols that a kernel compares, from the training part.
type Strings struct {
	// Symbols is the size of the alphabet, Unseen the number of different symbols of the
	// held-out series that are in no training series, and Columns the symbols of a frame.
	Symbols int `json:"symbols"`
	Unseen  int `json:"unseen_symbols"`
	Columns int `json:"columns"`
	// HMM tells of the model of a Fisher kernel.
	HMM *HMM `json:"hmm,omitempty"`
}

// HMM tells of a hidden Markov model: its soft-max parameters, the rounds of Baum–Welch, and
// the log-likelihood of a frame of the training strings.
type HMM struct {
	States        int        `json:"states"`
	Parameters    int        `json:"parameters"`
	Rounds        int        `json:"rounds"`
	LogLikelihood part.Float `json:"log_likelihood"`
}

// Corrected tells of the eigenvalues below zero of the centred kernel matrix of the
// supports: how many, the least, their share of the sum of all magnitudes, and what became
// of them.
type Corrected struct {
	Matrix        string     `json:"matrix"` // whose eigenvalues these are
	Negative      int        `json:"negative"`
	MostNegative  part.Float `json:"most_negative"`
	NegativeShare part.Float `json:"negative_share"`
	Correction    string     `json:"correction"`
}

// IsZero reports whether nothing was measured (for omitzero).
func (s Slowness) IsZero() bool { return s.Train == nil && s.Test == nil }

// Slowness is the mean squared difference of each feature over the pairs that the point's
// training graph joins in a part, divided by the variance of the feature there. On the test
// part the graph is that of its labels, its target or its inputs; NaN where it has none.
type Slowness struct {
	Train     []part.Float `json:"train"`
	Test      []part.Float `json:"test"`
	MeanTrain part.Float   `json:"mean_train"`
	MeanTest  part.Float   `json:"mean_test"`
	// TimeTrain and TimeTest are the slowness from one sample to the next, of a point that
	// is trained under another graph; nil where samples do not follow each other in time.
	TimeTrain []part.Float `json:"time_train,omitempty"`
	TimeTest  []part.Float `json:"time_test,omitempty"`
	// EtaTest and XiTest are η and ξ on the test part: oscillations in a segment of mean
	// length; nil where samples do not follow each other in time. XiTrain is ξ on the
	// training part; nil for a point without a weight of jitter.
	EtaTest []part.Float `json:"eta_test,omitempty"`
	XiTest  []part.Float `json:"xi_test,omitempty"`
	XiTrain []part.Float `json:"xi_train,omitempty"`
	// PredictabilityTest is the mean variance of a successor given the q most
	// similar pasts (q and the samples in a past are axes of the point), of the
	// features scaled to unit variance on the test part; nil where it was not asked
	// for.
	PredictabilityTest *part.Float `json:"predictability_test,omitempty"`
}

// Xi holds ξ of each feature on some rows, and that of white noise there.
type Xi struct {
	Features []part.Float `json:"features"`
	Noise    part.Float   `json:"noise"`
}

// Front tells how an encoder in front of the space was learnt, and what it leaves.
type Front struct {
	// Atoms is their number; Unused are in no code of the training part, and Double are
	// another one again up to sign and length.
	Atoms  int `json:"atoms"`
	Unused int `json:"unused"`
	Double int `json:"double,omitempty"`
	// NonZeros is the mean number of entries of a code of the training part that are not
	// zero.
	NonZeros part.Float `json:"nonzeros"`
	// Objective is what learning minimises, behind each sweep.
	Objective []part.Float `json:"objective,omitempty"`
	// Relative is the share of the energy of the samples that the front leaves; of few
	// measurements, what is not recovered.
	Relative Left `json:"relative_error"`

	// Components is what as many principal components leave as there are measurements;
	// Coherence that of the measurements with the base which samples are recovered in, and
	// Isometry are δ_2 and δ_3 of what is measured of its atoms, as far as these are few
	// enough. Nil for other fronts.
	Components *Left `json:"components_error,omitempty"`
	// Rows are the numbers of samples, evenly spaced, that both errors are taken of where
	// those are not all.
	Rows      *Rows        `json:"error_rows,omitempty"`
	Coherence *part.Float  `json:"coherence,omitempty"`
	Isometry  []part.Float `json:"isometry,omitempty"`
}

// Rows are numbers of samples of each part.
type Rows struct {
	Train int `json:"train"`
	Test  int `json:"test"`
}

// Left is a share of the energy of the samples of each part.
type Left struct {
	Train part.Float `json:"train"`
	Test  part.Float `json:"test"`
}

// Rises is in how many sweeps the objective rose by more than rounding, which is all there is
// where the codes leave next to nothing of the samples.
func (f *Front) Rises() (n int) {
	if left := f.Relative.Train; left > 0 && left < 1e-20 {
		return 0
	}
	for i := 1; i < len(f.Objective); i++ {
		if f.Objective[i] > f.Objective[i-1]*(1+1e-9) {
			n++
		}
	}
	return n
}

// Spectrum are eigenvalues of C, the largest with rank 1, at ranks spread
// evenly in the logarithm; those of ranks above Result.Rank were cut. Cut is
// the share of the largest at and below which they were.
type Spectrum struct {
	Rank  []int        `json:"rank"`
	Value []part.Float `json:"value"`
	Cut   part.Float   `json:"cut"`
}

// Approach is the state of an incremental solve after so many samples: Cosine
// is the mean cosine of the principal angles between its features and those of
// the batch solution, 1 when they span the same space.
type Approach struct {
	Samples int        `json:"samples"`
	Cosine  part.Float `json:"cosine"`
}

// Confusion counts samples and segments of class i taken for class j, at
// [i][j]; Segment is nil where labels change inside segments.
type Confusion struct {
	Sample  [][]int `json:"sample"`
	Segment [][]int `json:"segment,omitempty"`
}

// Variance is the unit-variance check on the training outputs.
type Variance struct {
	Mean       part.Float `json:"mean"`
	Min        part.Float `json:"min"`
	Max        part.Float `json:"max"`
	MaxAbsCorr part.Float `json:"max_abs_corr"`
	OK         bool       `json:"ok"`
	// Each is the variance of each feature; nil in results of before it was
	// recorded.
	Each []part.Float `json:"each,omitempty"`
}

// Harmonic says how a feature resembles the cosine basis Π cos(π k_i u_i) over
// known latent variables u: R2 is the share of its variance that the basis up
// to order 4 explains, Wave the k of the function that it resembles most, Corr
// its correlation with that.
type Harmonic struct {
	R2   part.Float `json:"r2"`
	Wave []int      `json:"wave"`
	Corr part.Float `json:"corr"`
}

// LatentMatch compares features with known latent variables u_1 … u_k.
type LatentMatch struct {
	// Feature is, for each latent, the feature (from 0) that correlates most
	// with it on the training part, Train and Test the correlations, signed.
	Feature []int        `json:"feature"`
	Train   []part.Float `json:"train"`
	Test    []part.Float `json:"test,omitempty"`
	// AnglesTrain and AnglesTest are the cosines of the principal angles between
	// what the latents and what the features span, largest first.
	AnglesTrain []part.Float `json:"angles_train"`
	AnglesTest  []part.Float `json:"angles_test,omitempty"`
	// LinearTrain and LinearTest are the correlations of each latent with the linear function
	// of the inputs that is most like it on the training part: what a feature has to exceed
	// to have found more than the inputs show. Nil where there are too many inputs.
	LinearTrain []part.Float `json:"linear_train,omitempty"`
	LinearTest  []part.Float `json:"linear_test,omitempty"`
}

// GraphReport is a training graph's own view of the training outputs.
type GraphReport struct {
	// Delta is the weighted mean squared difference of each feature over the
	// graph's edges.
	Delta []part.Float `json:"delta"`
	// Consistency is the largest difference between a vertex' share of all
	// weights and its edges' share: 0 for a consistent graph.
	Consistency part.Float `json:"consistency"`
	Components  int        `json:"components"`
	// Weakest are the rows of the data set with the least degree for their
	// weight, on which a feature may spend its variance at little cost.
	Weakest []int `json:"weakest,omitempty"`
	// ClassOrder is the order of the classes that samples are sorted by, in words; "" for none.
	ClassOrder string `json:"class_order,omitempty"`
	// Free are the Δ of the optimal free responses after the constant: what no
	// function of the samples can be slower than. Nil for a large graph.
	Free []part.Float `json:"free,omitempty"`
}

// Degenerate tells of features that depend on rounding, or on nothing in the data. That was
// measured, by a solve of moments that were changed by a few units in the last place.
type Degenerate struct {
	// Determined is how many of the first features span a space that the data determine.
	Determined int `json:"determined"`
	// Clusters are the first and the last rank, from 1, of features whose Δ agree to
	// rounding and which are turned into each other by it; the last may be above p.
	Clusters [][2]int `json:"clusters,omitempty"`
	// Doubtful are such ranks where that was not seen, or not measured: by the condition of
	// C rounding could turn the features into each other in the worst case.
	Doubtful [][2]int `json:"doubtful,omitempty"`
	// Cut says that p cuts the last cluster, so that the space of the features behind
	// Determined is arbitrary.
	Cut bool `json:"cut"`
	// Nothing is how many features carry nothing of a graph over labels: their Δ is 2.
	Nothing int `json:"nothing"`
}

// Scores are the measures of the validation parts: the means over them, and what each
// part says.
type Scores struct {
	Slowness part.Float  `json:"slowness"`
	Accuracy *Accuracy   `json:"accuracy,omitempty"`
	RMSE     *part.Float `json:"rmse,omitempty"`
	MAE      *part.Float `json:"mae,omitempty"`
	// RMSEOfMean is as in [Result].
	RMSEOfMean *part.Float `json:"rmse_of_mean,omitempty"`

	// Parts are the validation parts, in the order of the inner splits.
	Parts []ValidationPart `json:"parts,omitempty"`

	// Confusion and ReadoutInfo are those of a test part, on their way into a Result; Brier
	// that of a validation part, on its way into a [ValidationPart]; Detection that of
	// either.
	Confusion *Confusion  `json:"-"`
	Brier     *part.Float `json:"-"`
	Detection *Detection  `json:"-"`
	// StretchRMSE is the RMSE on each stretch of a test part, on its way into a [Stretch].
	StretchRMSE []float64 `json:"-"`

	ReadoutInfo   map[string]part.Float `json:"-"`
	ReadoutInputs []ReadoutInput        `json:"-"`
}

// ValidationPart is what a model that is fitted on the rest of the training part gives on
// one validation part. It holds what scores are made of, never a score: that depends on
// the objective and on the other points.
type ValidationPart struct {
	// Inner is the index of the inner split, from 0; N and Fit are the numbers of samples
	// of the part and of what the model is fitted on.
	Inner int `json:"inner"`
	N     int `json:"n"`
	Fit   int `json:"fit"`
	// Delta is Δ of each feature under the point's graph on the part, divided by the
	// feature's variance there.
	Delta []part.Float `json:"delta,omitempty"`
	// Time is Δ in time of a point under another graph; nil where samples do not follow each
	// other in time.
	Time     []part.Float `json:"time,omitempty"`
	Accuracy *Accuracy    `json:"accuracy,omitempty"`
	RMSE     *part.Float  `json:"rmse,omitempty"`
	MAE      *part.Float  `json:"mae,omitempty"`
	// RMSEOfMean is what the mean target of the samples that the model is fitted on gets;
	// nil as RMSE is.
	RMSEOfMean *part.Float `json:"rmse_of_mean,omitempty"`
	// Predictability is as in [Slowness], on the part; nil where it was not asked for.
	Predictability *part.Float `json:"predictability,omitempty"`
	// Xi is ξ on the rows that the model is fitted on; nil for a point without a weight of
	// jitter.
	Xi *Xi `json:"fit_xi,omitempty"`
	// Brier is the mean over segments of the squared distance between the mean class
	// probabilities and the truth (Brier 1950); nil for a readout without such.
	Brier *part.Float `json:"brier,omitempty"`
	// Detection is as in [Result], without the faults.
	Detection *Detection `json:"detection,omitempty"`
	// Drift is √mean_j (x̄_j − f̄_j)²/s_j²: how far the means of the part's inputs are from
	// those of the samples that the model is fitted on, in their standard deviations.
	Drift part.Float `json:"drift"`
	// FirstSteps is the mean squared step of the first feature on each quarter of the part,
	// where its variance is 1 on the part and the samples that the model is fitted on.
	// FirstMemory is its integrated autocorrelation time on the part, in samples. Both are nil
	// but for parts of one series in time.
	FirstSteps  []part.Float `json:"first_steps,omitempty"`
	FirstMemory *part.Float  `json:"first_memory,omitempty"`
	// Error is why the part gives nothing; "" when it does.
	Error string `json:"error,omitempty"`
}

// Stretch holds measures of a stretch of the test part, as a [ValidationPart] has them.
type Stretch struct {
	N     int          `json:"n"`
	Delta []part.Float `json:"delta,omitempty"` // of a point under the time graph
	Time  []part.Float `json:"time,omitempty"`  // of a point under another graph
	RMSE  *part.Float  `json:"rmse,omitempty"`
}

// InTime is the slowness of each feature from one sample to the next on a validation
// part of the result; nil where samples do not follow each other in time.
func (r *Result) InTime(p *ValidationPart) []part.Float {
	if r.trainedInTime() {
		return p.Delta
	}
	return p.Time
}

// TestInTime is the slowness of each feature from one sample to the next on the test
// part; nil where samples do not follow each other in time.
func (r *Result) TestInTime() []part.Float {
	if r.trainedInTime() {
		return r.Slowness.Test
	}
	return r.Slowness.TimeTest
}

// trainedInTime says that the slowness of the point is that in time.
func (r *Result) trainedInTime() bool {
	g := r.Point.Text("graph")
	return g == "" || g == "time"
}

// OrNone are the scores, or for nil such as say nothing.
func (s *Scores) OrNone() *Scores {
	if s == nil {
		return &Scores{Slowness: part.Float(math.NaN())}
	}
	return s
}
