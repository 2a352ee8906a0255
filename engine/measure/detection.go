package measure

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/gonum/stat"
)

// Detected holds the novelty of samples and their true states. Spans are the numbers of
// consecutive samples.
type Detected struct {
	Novelty      []float64
	New, Unknown []bool // all others are of normal operation
	Spans        []int
	// Threshold is the novelty above which a sample counts as new. After is the number
	// of consecutive new samples that raise the alarm, which lasts until one is not new.
	Threshold float64
	After     int
}

// mostFaults limits the number of listed faults.
const mostFaults = 100

// Detect returns the quality of alarms. A fault is a stretch of new samples of one
// span. It panics unless the lengths agree.
func Detect(d Detected) result.Detection {
	n := len(d.Novelty)
	if len(d.New) != n || len(d.Unknown) != n {
		panic(fmt.Sprintf("measure: %d samples, %d and %d states", n, len(d.New), len(d.Unknown)))
	}
	alarm := Alarms(d.Novelty, d.Spans, d.Threshold, d.After)
	out := result.Detection{Threshold: part.Float(d.Threshold), AUC: part.Float(areaUnderCurve(d))}
	var wrong, right tally
	for i, is := range d.New {
		switch {
		case d.Unknown[i]:
		case is:
			right.add(alarm[i])
		default:
			wrong.add(alarm[i])
		}
	}
	out.Normal, out.New = wrong.all, right.all
	out.FalseAlarms, out.Detected = part.Float(wrong.share()), part.Float(right.share())
	out.Faults = faults(d, alarm)
	var delays []float64
	for _, f := range out.Faults {
		if delays = append(delays, float64(f.Delay)); f.Delay < 0 {
			delays[len(delays)-1] = math.Inf(1)
		}
	}
	out.Delay = part.Float(math.NaN())
	if slices.Sort(delays); len(delays) > 0 {
		// The lower of two in the middle, so that an undetected fault does not hide a
		// detected one.
		out.Delay = part.Float(delays[(len(delays)-1)/2])
	}
	out.Faults = out.Faults[:min(len(out.Faults), mostFaults)]
	return out
}

// Alarms reports for each sample whether the alarm is on: whether at least `after`
// consecutive samples of its span, up to it, are above the threshold.
func Alarms(novelty []float64, spans []int, threshold float64, after int) []bool {
	out := make([]bool, len(novelty))
	i := 0
	for _, n := range spans {
		run := 0
		for range n {
			if run++; !(novelty[i] > threshold) {
				run = 0
			}
			out[i] = run >= max(after, 1)
			i++
		}
	}
	return out
}

// areaUnderCurve returns the probability that a new sample has a larger novelty than a
// normal one, with ties counted half, or NaN if either kind is missing.
func areaUnderCurve(d Detected) float64 {
	type sample struct {
		novelty float64
		new     bool
	}
	var all []sample
	for i, v := range d.Novelty {
		if !d.Unknown[i] {
			all = append(all, sample{v, d.New[i]})
		}
	}
	slices.SortFunc(all, func(a, b sample) int {
		switch {
		case a.novelty < b.novelty:
			return -1
		case a.novelty > b.novelty:
			return 1
		}
		return 0
	})
	novelty, isNew, count := make([]float64, len(all)), make([]bool, len(all)), 0
	for i, s := range all {
		if novelty[i], isNew[i] = s.novelty, s.new; s.new {
			count++
		}
	}
	if count == 0 || count == len(all) {
		return math.NaN()
	}
	right, wrong, _ := stat.ROC(nil, novelty, isNew, nil)
	return integrate.Trapezoidal(wrong, right)
}

// faults returns the stretches of new samples. Row is the index of the first sample.
func faults(d Detected, alarm []bool) []result.Fault {
	var out []result.Fault
	i := 0
	for _, n := range d.Spans {
		inside := false
		for range n {
			if d.New[i] && !inside {
				out = append(out, result.Fault{Row: i, Delay: -1})
			}
			if inside = d.New[i]; inside {
				f := &out[len(out)-1]
				if alarm[i] && f.Delay < 0 {
					f.Delay = f.Length
				}
				f.Length++
			}
			i++
		}
	}
	return out
}

// detectionMeasure returns the Of function of a measure of detection on the test part.
func detectionMeasure(of func(*result.Detection) part.Float) func(*result.Result) []float64 {
	return func(r *result.Result) []float64 {
		if r.Detection == nil {
			return nil
		}
		return []float64{float64(of(r.Detection))}
	}
}

// The measures of a novelty detector.
var (
	AUC = &Measure{
		ID: "auc", Label: "area under the curve on test", Unit: Share, Better: Higher, Readout: true, Recorded: true,
		Doc:  "The area under the curve is the probability that a sample of the test part from a fault gets a higher novelty than one of normal operation: 0.5 is chance. It does not depend on the alarm threshold.",
		Of:   detectionMeasure(func(d *result.Detection) part.Float { return d.AUC }),
		Show: Show{Column: "AUC", Heading: "test AUC", Rank: 55, Report: "AUC", Order: 14, Map: "area under the curve", Contrast: "AUC"},
	}
	FalseAlarms = &Measure{
		ID: "false-alarms", Label: "false alarms on test", Unit: Share, Better: Lower, Readout: true, Recorded: true,
		Doc:  "False alarms are the share of samples with an alarm among those of normal operation in the test part.",
		Of:   detectionMeasure(func(d *result.Detection) part.Float { return d.FalseAlarms }),
		Show: Show{Aliases: []string{"false"}, Column: "false", Heading: "false alarms", Rank: 54, Report: "false alarms", Order: 15, Map: "false alarms", Contrast: "false alarms"},
	}
	ValidationFalseAlarms = &Measure{
		ID: "false-alarms-validation", Label: "false alarms on validation", Unit: Share, Better: Lower, Part: Validation, Readout: true, Recorded: true,
		Doc: "False alarms on validation are counted on parts that the model was not trained on: the actual rate at an alarm threshold that was set on the training part.",
		Of: func(r *result.Result) []float64 {
			var out []float64
			for _, p := range r.Validation.OrNone().Parts {
				if p.Detection != nil && p.Detection.Normal > 0 {
					out = append(out, float64(p.Detection.FalseAlarms))
				}
			}
			return out
		},
		Show: Show{Column: "falseV", Heading: "false alarms on validation", Rank: 30, Report: "false alarms on validation", Order: 16, Map: "false alarms on validation", Contrast: "false alarms on validation"},
	}
	Found = &Measure{
		ID: "detected", Label: "faults detected on test", Unit: Share, Better: Higher, Readout: true, Recorded: true,
		Doc:  "Detected is the share of the samples of the test part that are not normal operation with an alarm.",
		Of:   detectionMeasure(func(d *result.Detection) part.Float { return d.Detected }),
		Show: Show{Column: "found", Heading: "detected", Rank: 53, Report: "detected", Order: 17, Map: "detected", Contrast: "detected"},
	}
	Delay = &Measure{
		ID: "delay", Label: "delay to detection on test", Better: Lower, Readout: true, Recorded: true,
		Doc:  "The delay to detection is the median over the faults of the test part of the samples from the beginning of a fault to its first alarm; infinite where most raise none.",
		Of:   detectionMeasure(func(d *result.Detection) part.Float { return d.Delay }),
		Show: Show{Column: "delay", Heading: "delay", Rank: 52, Report: "delay", Order: 18, Map: "delay to detection", Contrast: "delay"},
	}
)

// BalancedError is the objective that compares detectors by their alarms on validation
// parts with both normal and new samples.
const BalancedError = "balanced-error"

// TestBalancedError and ValidationBalancedError are [result.Detection.BalancedError].
var (
	TestBalancedError = &Measure{
		ID: "balanced-error", Label: "balanced error of alarms on test", Unit: Share, Better: Lower, Objective: BalancedError, Readout: true, Recorded: true,
		Doc:  "The balanced error of alarms is the mean of two shares: normal samples with an alarm, and other samples without one. 0.5 is chance.",
		Of:   detectionMeasure(func(d *result.Detection) part.Float { return d.BalancedError() }),
		Show: Show{Column: "bErr", Heading: "balanced error", Rank: 51, Report: "balanced error", Order: 18, Map: "balanced error", Contrast: "balanced error"},
	}
	ValidationBalancedError = &Measure{
		ID: "validation", Label: "validation balanced error", Unit: Share, Better: Lower, Part: Validation, Objective: BalancedError, Readout: true, Recorded: true,
		Of: func(r *result.Result) []float64 {
			var out []float64
			for _, p := range r.Validation.OrNone().Parts {
				if e := float64(p.Detection.BalancedError()); !math.IsNaN(e) {
					out = append(out, e)
				}
			}
			return out
		},
		Show: choosingShow("balanced error of alarms", "validation balanced error", 9).withHelp("of the alarms of novelty"),
	}
)

// ResolutionInfo is the key in a result's ReadoutInfo of the ratio of ε to the margin's
// resolution in a core vector machine.
const ResolutionInfo = "resolution"

// Resolution is the ratio of the ε of a core vector machine to the value that resolves
// its margin.
var Resolution = &Measure{
	ID: "resolution", Label: "ε relative to the resolution of the margin", Better: Lower, Part: Training, Readout: true, Of: infoMeasure(ResolutionInfo),
	Doc:  "The resolution is the ε of a core vector machine divided by the ε that resolves its margin: above 1 its accuracy may be chance; use a smaller --epsilon.",
	Show: Show{In: Filters | Maps | Reports | Contrasts | Checks, Heading: "resolution", Report: "resolution", Order: 19, Contrast: "resolution"},
}
