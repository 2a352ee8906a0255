package sweep

import (
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/subset"
)

const (
	// maxDistanceBytes is the largest size of the squared distances of a division; above it, each
	// job evaluates its kernel from the samples.
	maxDistanceBytes = 256 << 20
	// leastLookupInputs is the number of inputs from which computing a squared distance takes
	// longer than reading it from memory.
	leastLookupInputs = 96
)

// WorthLookingUp reports whether sharing so many squared distances between samples of so many
// inputs saves time and fits into memory.
func WorthLookingUp(inputs int, distances int64) bool {
	return inputs >= leastLookupInputs && 8*distances <= maxDistanceBytes
}

// LooksUp reports whether the job's kernel values can come from distances.
func (j *Job) LooksUp() bool {
	return subset.Kinds.Build(j.At).Samples && kernel.At(j.At).TranslationInvariant() &&
		!j.Plan.Set.Spooled && j.Plan.components(j.At) >= leastLookupInputs
}

// SharedDistances returns the number of squared distances that jobs share, by division. It
// omits divisions whose distances do not fit, and those for which the jobs evaluate fewer
// kernel values than there are distances.
func SharedDistances(jobs []*Job) map[PartsKey]int64 {
	values, all := map[PartsKey]int64{}, map[PartsKey]int64{}
	for _, j := range jobs {
		if !j.LooksUp() {
			continue
		}
		for _, m := range j.Models() {
			k, n, rows := j.PartsKey(m), int64(j.trainSamples(m)), int64(j.Rows(m))
			values[k] += rows * int64(j.Dim(int(n)))
			all[k] = rows * n
		}
	}
	for k, count := range all {
		if 8*count > maxDistanceBytes || values[k] < count {
			delete(all, k)
		}
	}
	return all
}

// distanceBytes returns the peak size of shared distances: those of a fold while jobs of the
// next one have begun.
func distanceBytes(jobs []*Job) int64 {
	folds, most := map[int]int64{}, int64(0)
	for k, count := range SharedDistances(jobs) {
		folds[k.fold] += 8 * count
		most = max(most, folds[k.fold])
	}
	return int64(min(2, len(folds))) * most
}
