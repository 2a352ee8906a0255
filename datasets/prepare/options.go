package prepare

// Options holds the flags of the same names.
type Options struct {
	// Fill is the longest run of missing rows that is interpolated; 0 for none.
	Fill                           int
	Log, Resample, Normalise, STFT string
}

// parsers lists the parsers of the steps in the order of application; each
// returns nil for none.
var parsers = []func(Options) (Step, error){
	func(w Options) (Step, error) {
		if w.Fill == 0 {
			return nil, nil
		}
		return interpolation{w.Fill}, nil
	},
	func(w Options) (Step, error) { return parseLog(w.Log) },
	func(w Options) (Step, error) { return parseResample(w.Resample) },
	func(w Options) (Step, error) { return parseNormalise(w.Normalise) },
	func(w Options) (Step, error) { return parseSTFT(w.STFT) },
}

// Parse returns the requested steps.
func Parse(w Options) ([]Step, error) {
	var steps []Step
	for _, parse := range parsers {
		s, err := parse(w)
		if err != nil {
			return nil, err
		}
		if s != nil {
			steps = append(steps, s)
		}
	}
	return steps, nil
}
