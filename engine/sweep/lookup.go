package sweep

import (
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/subset"
)

const (
	// keepDistances bounds the bytes of squared distances between the samples of a
	// division; above it, each job evaluates its kernel from the samples.
	keepDistances = 256 << 20
	// wideSamples is the number of inputs from which it takes longer to compute a
	// squared distance than to look it up.
	wideSamples = 96
)

// WorthLookingUp reports whether so many squared distances between samples of so many
// inputs are worth being shared.
func WorthLookingUp(inputs int, distances int64) bool {
	return inputs >= wideSamples && 8*distances <= keepDistances
}

// LooksUp reports whether the job's kernel values can come from distances.
func (j *Job) LooksUp() bool {
	return subset.Kinds.Build(j.At).Samples && kernel.At(j.At).TranslationInvariant() &&
		!j.Plan.Set.Spooled && j.Plan.components(j.At) >= wideSamples
}

// SharedDistances is how many squared distances the jobs share, for each division
// where there is room for them and the jobs would evaluate their kernels as often.
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
		if 8*count > keepDistances || values[k] < count {
			delete(all, k)
		}
	}
	return all
}

// distanceBytes is what distances that jobs share need at once: those of a fold while
// those of the next are begun.
func distanceBytes(jobs []*Job) int64 {
	folds, most := map[int]int64{}, int64(0)
	for k, count := range SharedDistances(jobs) {
		folds[k.fold] += 8 * count
		most = max(most, folds[k.fold])
	}
	return int64(min(2, len(folds))) * most
}
