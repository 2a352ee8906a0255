package synth

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/mat"
)

// The frames of the short-time Fourier transform of paper 002, section 4.2:
// length and distance in samples.
const (
	frameLength = 512
	frameHop    = frameLength / 2
)

// stft returns the short-time Fourier transform of a sound as frames × 512 real
// numbers: frames of 512 samples that overlap by half, under a half period of a
// sine (Python's stft, which the paper uses), divided by the sum of that
// window. A tone of amplitude a that lies on a frequency has magnitude a/2. A
// row holds the real part at 0 Hz, the real and the imaginary part at each
// multiple of rate/512, and the real part at rate/2: the others are complex
// conjugates, or zero. Numbers are on a grid of 2⁻³⁰.
func stft(sound []float64) *mat.Dense {
	window, sum := make([]float64, frameLength), 0.0
	for i := range window {
		window[i] = math.Sin(math.Pi / frameLength * (float64(i) + 0.5))
		sum += window[i]
	}
	frames := (len(sound)-frameLength)/frameHop + 1
	x := mat.NewDense(frames, frameLength, nil)
	transform := fourier.NewFFT(frameLength)
	frame, spectrum := make([]float64, frameLength), make([]complex128, frameLength/2+1)
	for t := range frames {
		for i, v := range sound[t*frameHop : t*frameHop+frameLength] {
			frame[i] = v * window[i] / sum
		}
		transform.Coefficients(spectrum, frame)
		row := x.RawRowView(t)
		row[0] = toFineGrid(real(spectrum[0]))
		for k := 1; k < frameLength/2; k++ {
			row[2*k-1], row[2*k] = toFineGrid(real(spectrum[k])), toFineGrid(imag(spectrum[k]))
		}
		row[frameLength-1] = toFineGrid(real(spectrum[frameLength/2]))
	}
	return x
}

// stftNames returns the names of the columns of stft, by frequency and part.
func stftNames(rate float64) []string {
	var names []string
	for k := range frameLength/2 + 1 {
		frequency := fmt.Sprintf("%.0fHz", float64(k)*rate/frameLength)
		names = append(names, frequency+".re")
		if k > 0 && k < frameLength/2 {
			names = append(names, frequency+".im")
		}
	}
	return names
}
