package result

import (
	"math"

	"example.com/sfatui/engine/part"
)

// Result holds one finished point. All of its measures are taken from the features φ on
// the data, never from theory. Seconds is stored only in the journal and takes no part
// in comparisons.
type Result struct {
	Key   string     `json:"key"`
	Point part.Point `json:"point"`

	NTrain        int `json:"n_train"`
	NTest         int `json:"n_test"`
	NValidation   int `json:"n_validation,omitempty"` // of the largest validation part
	SegmentsTrain int `json:"segments_train"`
	SegmentsTest  int `json:"segments_test"`

	// Rank counts the eigenvalues of C kept, Condition is the ratio of the largest to
	// the smallest kept, Supports counts the subset used. Features counts the features,
	// fewer than requested if the rank is less.
	Rank      int        `json:"rank,omitempty"`
	Condition part.Float `json:"condition,omitzero"`
	Supports  int        `json:"supports,omitempty"`
	Features  int        `json:"features,omitempty"`

	// KernelInfo describes the correction of a kernel that need not be positive
	// semi-definite, and the strings that a kernel compares; nil for other kernels.
	KernelInfo *KernelInfo `json:"kernel_info,omitempty"`

	// LambdaActs is the λ from which regularisation begins to change the features, see
	// sfa.ActsFrom; only for slow features without regularisation, else nil.
	LambdaActs *part.Float `json:"lambda_acts,omitempty"`

	// Omega holds the forecastability of each feature on the training part for foreca;
	// nil for other methods.
	Omega []part.Float `json:"omega,omitempty"`

	// Spectrum holds the eigenvalues of C at several ranks; nil without whitening.
	Spectrum *Spectrum `json:"spectrum,omitempty"`

	Slowness Slowness `json:"slowness,omitzero"`
	Variance Variance `json:"variance,omitzero"`
	// Fourier compares the first features on the test part with the cosine basis of the
	// known latent variables; nil without these.
	Fourier []Harmonic `json:"fourier,omitempty"`
	// FourierTrain is the same on the training part.
	FourierTrain []Harmonic `json:"fourier_train,omitempty"`
	// Latent compares the features with the known latent variables themselves; nil
	// without these.
	Latent *LatentMatch `json:"latent,omitempty"`
	// Graph holds the measures of a training graph other than time; nil for time.
	Graph *GraphReport `json:"graph,omitempty"`
	// Approach compares an incremental solve with the batch solution.
	Approach []Approach `json:"approach,omitempty"`
	// Degenerate describes features that are arbitrary or carry nothing; nil if there
	// are none.
	Degenerate *Degenerate `json:"degenerate,omitempty"`
	// Accuracy, Confusion, RMSE and MAE are measured on the test part; nil if the
	// readout does not provide them.
	Accuracy  *Accuracy   `json:"accuracy,omitempty"`
	Confusion *Confusion  `json:"confusion,omitempty"`
	RMSE      *part.Float `json:"rmse,omitempty"`
	MAE       *part.Float `json:"mae,omitempty"`
	// RMSEOfMean is the RMSE of always predicting the mean target of the training part;
	// nil as RMSE is, and in results from before engine 0.10.0.
	RMSEOfMean *part.Float `json:"rmse_of_mean,omitempty"`
	// Detection measures the detection of new samples on the test part; nil without a
	// readout for that.
	Detection *Detection `json:"detection,omitempty"`
	// ReadoutInfo holds results of the training of the readout, and the fit of its
	// standard deviations to the test part, by names such as noise and nlpd; nil for a
	// readout without any.
	ReadoutInfo map[string]part.Float `json:"readout_info,omitempty"`
	// ReadoutInputs lists the inputs or features that a selecting readout gives a
	// weight; nil for other readouts.
	ReadoutInputs []ReadoutInput `json:"readout_inputs,omitempty"`
	// Measures holds the measures without a field of their own, by the IDs of the table
	// of measures.
	Measures map[string][]part.Float `json:"measures,omitempty"`
	// Stretches holds measures of the test part cut to the length of a validation part;
	// nil if it is no longer than that.
	Stretches []Stretch `json:"test_stretches,omitempty"`
	// FrontInfo describes an encoder in front of the space; nil for other fronts.
	FrontInfo *Front `json:"front_info,omitempty"`
	// Validation holds the measures from which settings may be chosen; nil without a
	// validation part.
	Validation *Scores `json:"validation,omitempty"`

	// Picks lists the rows of the data set chosen as supports, in order.
	Picks []int `json:"picks,omitempty"`
	// Notes holds sentences on what was cut, and why.
	Notes []string `json:"notes,omitempty"`

	Seconds float64 `json:"seconds,omitempty"`
	// Error is the reason why the point failed; "" if it did not.
	Error string `json:"error,omitempty"`
}

// ReadoutInput holds a weight of a readout: of an input by its name, or of a feature.
type ReadoutInput struct {
	Input string `json:"input"`
	// Class is the class that a positive weight supports; "" if a number is predicted.
	Class  string     `json:"class,omitempty"`
	Weight part.Float `json:"weight"`
}

// KernelInfo describes the kernel of a point.
type KernelInfo struct {
	*Corrected
	*Strings
}

// Strings describes the strings of symbols that a kernel compares, from the training
// part.
type Strings struct {
	// Symbols is the size of the alphabet, Unseen the number of different symbols of
	// the held-out series that occur in no training series, and Columns the number of
	// symbols in a frame.
	Symbols int `json:"symbols"`
	Unseen  int `json:"unseen_symbols"`
	Columns int `json:"columns"`
	// HMM describes the model of a Fisher kernel.
	HMM *HMM `json:"hmm,omitempty"`
}

// HMM describes a hidden Markov model: the numbers of its states, its soft-max
// parameters and the rounds of Baum–Welch, and the log-likelihood of a frame of the
// training strings.
type HMM struct {
	States        int        `json:"states"`
	Parameters    int        `json:"parameters"`
	Rounds        int        `json:"rounds"`
	LogLikelihood part.Float `json:"log_likelihood"`
}

// Corrected describes the eigenvalues below zero of the centred kernel matrix of the
// supports: their number, the least, their share of the sum of all magnitudes, and the
// correction.
type Corrected struct {
	Matrix        string     `json:"matrix"` // the matrix with these eigenvalues
	Negative      int        `json:"negative"`
	MostNegative  part.Float `json:"most_negative"`
	NegativeShare part.Float `json:"negative_share"`
	Correction    string     `json:"correction"`
}

// IsZero reports whether nothing was measured (for omitzero).
func (s Slowness) IsZero() bool { return s.Train == nil && s.Test == nil }

// Slowness holds the mean squared difference of each feature over the pairs that the
// training graph of the point joins in a part, divided by the variance of the feature
// there. On the test part the graph is that of its labels, its target or its inputs;
// NaN without one.
type Slowness struct {
	Train     []part.Float `json:"train"`
	Test      []part.Float `json:"test"`
	MeanTrain part.Float   `json:"mean_train"`
	MeanTest  part.Float   `json:"mean_test"`
	// TimeTrain and TimeTest hold the slowness from one sample to the next, for a point
	// trained under another graph; nil unless samples follow each other in time.
	TimeTrain []part.Float `json:"time_train,omitempty"`
	TimeTest  []part.Float `json:"time_test,omitempty"`
	// EtaTest and XiTest hold η and ξ on the test part: oscillations in a segment of
	// mean length; nil unless samples follow each other in time. XiTrain holds ξ on the
	// training part; nil for a point without a weight of jitter.
	EtaTest []part.Float `json:"eta_test,omitempty"`
	XiTest  []part.Float `json:"xi_test,omitempty"`
	XiTrain []part.Float `json:"xi_train,omitempty"`
	// PredictabilityTest is the mean variance of a successor given the q most similar
	// pasts (q and the samples in a past are axes of the point), of the features scaled
	// to unit variance on the test part; nil if not requested.
	PredictabilityTest *part.Float `json:"predictability_test,omitempty"`
}

// Xi holds ξ of each feature on some rows, and that of white noise there.
type Xi struct {
	Features []part.Float `json:"features"`
	Noise    part.Float   `json:"noise"`
}

// Front describes the learning of an encoder in front of the space, and its errors.
type Front struct {
	// Atoms counts them; Unused those in no code of the training part, and Double those
	// equal to another up to sign and length.
	Atoms  int `json:"atoms"`
	Unused int `json:"unused"`
	Double int `json:"double,omitempty"`
	// NonZeros is the mean number of nonzero entries of a code of the training part.
	NonZeros part.Float `json:"nonzeros"`
	// Objective is the minimised function after each sweep.
	Objective []part.Float `json:"objective,omitempty"`
	// Relative is the share of the energy of the samples that the front leaves; for
	// random measurements, the share that is not recovered.
	Relative EnergyLeft `json:"relative_error"`

	// Components is the share left by as many principal components as there are
	// measurements; Coherence is that of the measurements with the base in which
	// samples are recovered, and Isometry holds δ_2 and δ_3 of the measured atoms, if
	// these are few enough. Nil for other fronts.
	Components *EnergyLeft `json:"components_error,omitempty"`
	// Rows holds the numbers of samples, evenly spaced, on which both errors are
	// measured; nil for all.
	Rows      *Rows        `json:"error_rows,omitempty"`
	Coherence *part.Float  `json:"coherence,omitempty"`
	Isometry  []part.Float `json:"isometry,omitempty"`
}

// Rows holds numbers of samples of each part.
type Rows struct {
	Train int `json:"train"`
	Test  int `json:"test"`
}

// EnergyLeft holds a share of the energy of the samples of each part.
type EnergyLeft struct {
	Train part.Float `json:"train"`
	Test  part.Float `json:"test"`
}

// Rises counts the sweeps in which the objective rose by more than rounding. It returns
// 0 if the codes leave almost nothing of the samples, as then all changes are rounding.
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

// Spectrum holds eigenvalues of C at ranks spread evenly in the logarithm; rank 1 is
// the largest. Those of ranks above Result.Rank were cut: they are at or below the
// share Cut of the largest.
type Spectrum struct {
	Rank  []int        `json:"rank"`
	Value []part.Float `json:"value"`
	Cut   part.Float   `json:"cut"`
}

// Approach holds the state of an incremental solve after a number of samples. Cosine is
// the mean cosine of the principal angles between its features and those of the batch
// solution, 1 if they span the same space.
type Approach struct {
	Samples int        `json:"samples"`
	Cosine  part.Float `json:"cosine"`
}

// Confusion counts samples and segments of class i classified as class j, at [i][j];
// Segment is nil if labels change inside segments.
type Confusion struct {
	Sample  [][]int `json:"sample"`
	Segment [][]int `json:"segment,omitempty"`
}

// Variance checks the unit variance of the training outputs.
type Variance struct {
	Mean       part.Float `json:"mean"`
	Min        part.Float `json:"min"`
	Max        part.Float `json:"max"`
	MaxAbsCorr part.Float `json:"max_abs_corr"`
	OK         bool       `json:"ok"`
	// Each holds the variance of each feature; nil in results from before it was
	// recorded.
	Each []part.Float `json:"each,omitempty"`
}

// Harmonic compares a feature with the cosine basis Π cos(π k_i u_i) over known latent
// variables u. R2 is the share of its variance that the basis up to order 4 explains,
// Wave the k of the most similar function, Corr the correlation with that.
type Harmonic struct {
	R2   part.Float `json:"r2"`
	Wave []int      `json:"wave"`
	Corr part.Float `json:"corr"`
}

// LatentMatch compares features with known latent variables u_1 … u_k.
type LatentMatch struct {
	// Feature holds, for each latent variable, the feature (from 0) with the largest
	// correlation on the training part; Train and Test hold the correlations, signed.
	Feature []int        `json:"feature"`
	Train   []part.Float `json:"train"`
	Test    []part.Float `json:"test,omitempty"`
	// AnglesTrain and AnglesTest hold the cosines of the principal angles between the
	// spaces that the latents and the features span, largest first.
	AnglesTrain []part.Float `json:"angles_train"`
	AnglesTest  []part.Float `json:"angles_test,omitempty"`
	// LinearTrain and LinearTest hold the correlations of each latent with the most
	// similar linear function of the inputs on the training part: a feature with a
	// larger one adds to the inputs. Nil if there are too many inputs.
	LinearTrain []part.Float `json:"linear_train,omitempty"`
	LinearTest  []part.Float `json:"linear_test,omitempty"`
}

// GraphReport holds measures of the training outputs under the training graph.
type GraphReport struct {
	// Delta is the weighted mean squared difference of each feature over the edges.
	Delta []part.Float `json:"delta"`
	// Consistency is the largest difference between the share of a vertex in all vertex
	// weights and the share of its edges: 0 for a consistent graph.
	Consistency part.Float `json:"consistency"`
	Components  int        `json:"components"`
	// Weakest lists the rows of the data set with the least degree for their weight, on
	// which a feature may spend its variance at little cost.
	Weakest []int `json:"weakest,omitempty"`
	// ClassOrder is the order of the classes that samples are sorted by, in words; ""
	// for none.
	ClassOrder string `json:"class_order,omitempty"`
	// Free holds the Δ of the optimal free responses after the constant: a lower bound
	// for all functions of the samples. Nil for a large graph.
	Free []part.Float `json:"free,omitempty"`
}

// Degenerate describes features that depend on rounding, or on nothing in the data.
// That was measured by a solve with moments changed by a few units in the last place.
type Degenerate struct {
	// Determined counts the first features that span a space determined by the data.
	Determined int `json:"determined"`
	// Clusters holds the first and the last rank, from 1, of features whose Δ agree to
	// rounding and which rounding rotates into each other; the last may be above p.
	Clusters [][2]int `json:"clusters,omitempty"`
	// Doubtful holds such ranks if that was not observed, or not measured: by the
	// condition of C rounding could rotate the features into each other in the worst
	// case.
	Doubtful [][2]int `json:"doubtful,omitempty"`
	// Cut reports whether p cuts the last cluster, so that the space of the features
	// behind Determined is arbitrary.
	Cut bool `json:"cut"`
	// Nothing counts the features that carry nothing of a graph over labels: their Δ is
	// 2.
	Nothing int `json:"nothing"`
}

// Scores holds the measures of the validation parts: the means over them, and those of
// each part.
type Scores struct {
	Slowness part.Float  `json:"slowness"`
	Accuracy *Accuracy   `json:"accuracy,omitempty"`
	RMSE     *part.Float `json:"rmse,omitempty"`
	MAE      *part.Float `json:"mae,omitempty"`
	// RMSEOfMean is as in [Result].
	RMSEOfMean *part.Float `json:"rmse_of_mean,omitempty"`

	// Parts lists the validation parts, in the order of the inner splits.
	Parts []ValidationPart `json:"parts,omitempty"`

	// Confusion and ReadoutInfo of a test part are passed on to a Result; Brier and
	// Reliability of a validation part to a [ValidationPart]; Detection of either to
	// either.
	Confusion   *Confusion   `json:"-"`
	Brier       *part.Float  `json:"-"`
	Reliability []Confidence `json:"-"`
	Detection   *Detection   `json:"-"`
	// StretchRMSE holds the RMSE on each stretch of a test part, to be passed on to a
	// [Stretch].
	StretchRMSE []float64 `json:"-"`

	ReadoutInfo   map[string]part.Float `json:"-"`
	ReadoutInputs []ReadoutInput        `json:"-"`
}

// ValidationPart holds the measures, on one validation part, of a model fitted on the
// rest of the training part. It holds the inputs of scores, never a score: that depends
// on the objective and on the other points.
type ValidationPart struct {
	// Inner is the index of the inner split, from 0; N and Fit count the samples of the
	// part and those that the model is fitted on.
	Inner int `json:"inner"`
	N     int `json:"n"`
	Fit   int `json:"fit"`
	// Delta is Δ of each feature under the graph of the point on the part, divided by
	// the variance of the feature there.
	Delta []part.Float `json:"delta,omitempty"`
	// Time is Δ in time of a point under another graph; nil unless samples follow each
	// other in time.
	Time     []part.Float `json:"time,omitempty"`
	Accuracy *Accuracy    `json:"accuracy,omitempty"`
	RMSE     *part.Float  `json:"rmse,omitempty"`
	MAE      *part.Float  `json:"mae,omitempty"`
	// RMSEOfMean is the RMSE of always predicting the mean target of the samples that
	// the model is fitted on; nil as RMSE is.
	RMSEOfMean *part.Float `json:"rmse_of_mean,omitempty"`
	// Predictability is as in [Slowness], on the part; nil if not requested.
	Predictability *part.Float `json:"predictability,omitempty"`
	// Xi holds ξ on the rows that the model is fitted on; nil for a point without a
	// weight of jitter.
	Xi *Xi `json:"fit_xi,omitempty"`
	// Brier is the mean over segments of the squared distance between the mean class
	// probabilities and the truth (Brier 1950); nil for a readout without
	// probabilities.
	Brier *part.Float `json:"brier,omitempty"`
	// Reliability is nil as Brier is.
	Reliability []Confidence `json:"reliability,omitempty"`
	// Detection is as in [Result], without the faults.
	Detection *Detection `json:"detection,omitempty"`
	// Drift is √mean_j (x̄_j − f̄_j)²/s_j²: the distance of the means of the inputs of
	// the part from those of the samples that the model is fitted on, in their standard
	// deviations.
	Drift part.Float `json:"drift"`
	// FirstSteps holds the mean squared step of the first feature on each quarter of
	// the part, with variance 1 on the part and the samples that the model is fitted
	// on. FirstMemory is its integrated autocorrelation time on the part, in samples.
	// Both are nil except for parts of one series in time.
	FirstSteps  []part.Float `json:"first_steps,omitempty"`
	FirstMemory *part.Float  `json:"first_memory,omitempty"`
	// Error is the reason why the part has no measures; "" if it has.
	Error string `json:"error,omitempty"`
}

// Stretch holds measures of a stretch of the test part, as in a [ValidationPart].
type Stretch struct {
	N     int          `json:"n"`
	Delta []part.Float `json:"delta,omitempty"` // for a point under the time graph
	Time  []part.Float `json:"time,omitempty"`  // for a point under another graph
	RMSE  *part.Float  `json:"rmse,omitempty"`
}

// InTime returns the slowness of each feature from one sample to the next on a
// validation part of the result; nil unless samples follow each other in time.
func (r *Result) InTime(p *ValidationPart) []part.Float {
	if r.trainedInTime() {
		return p.Delta
	}
	return p.Time
}

// TestInTime returns the slowness of each feature from one sample to the next on the
// test part; nil unless samples follow each other in time.
func (r *Result) TestInTime() []part.Float {
	if r.trainedInTime() {
		return r.Slowness.Test
	}
	return r.Slowness.TimeTest
}

// trainedInTime reports whether the slowness of the point is that in time.
func (r *Result) trainedInTime() bool {
	g := r.Point.Text("graph")
	return g == "" || g == "time"
}

// OrNone returns the scores, or for nil scores without measures.
func (s *Scores) OrNone() *Scores {
	if s == nil {
		return &Scores{Slowness: part.Float(math.NaN())}
	}
	return s
}
