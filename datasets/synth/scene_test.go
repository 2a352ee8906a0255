package synth

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The transform equals the sum that defines it.
func TestSTFTIsTheDefinition(t *testing.T) {
	sound := make([]float64, 3*frameLength+10)
	for i := range sound {
		sound[i] = math.Sin(0.3*float64(i)) + 0.2*float64(i%7)
	}
	x := stft(sound)
	if n, d := x.Dims(); n != 5 || d != 512 || len(stftNames(sceneRate)) != d {
		t.Fatalf("%d×%d, %d names", n, d, len(stftNames(sceneRate)))
	}
	column := 0
	for k := range frameLength/2 + 1 {
		var sum complex128
		weight := 0.0
		for i := range frameLength {
			w := math.Sin(math.Pi * (float64(i) + 0.5) / frameLength)
			weight += w
			sum += cmplx.Rect(w*sound[2*frameHop+i], -2*math.Pi*float64(i*k)/frameLength)
		}
		sum /= complex(weight, 0)
		parts := []float64{real(sum), imag(sum)}
		if k == 0 || k == frameLength/2 {
			parts = parts[:1]
		}
		for _, want := range parts {
			if got := x.At(2, column); math.Abs(got-want) > 2e-9 {
				t.Fatalf("%s of the third frame is %v, want %v", stftNames(sceneRate)[column], got, want)
			}
			column++
		}
	}
	names := stftNames(sceneRate)
	if names[0] != "0Hz.re" || names[1] != "43Hz.re" || names[2] != "43Hz.im" || names[511] != "11025Hz.re" {
		t.Errorf("names %q … %q", names[:3], names[511])
	}
}

func TestScenesAreBalanced(t *testing.T) {
	var order []string
	for _, take := range sharedScenes() {
		order = append(order, take.Scene)
		if n, d := take.X.Dims(); n != 500 || d != 512 || take.Number < 1 || take.Number > 3 {
			t.Errorf("%s %d is %d×%d", take.Scene, take.Number, n, d)
		}
		// by Parseval, up to the overlap of the frames, loudness as set
		if l := 10 * math.Log10(meanPower(take.X)); math.Abs(l-meanPowerLevel) > 0.5 {
			t.Errorf("%s %d is at %.1f dB", take.Scene, take.Number, l)
		}
	}
	if want := []string{"piano", "piano", "piano", "bar", "bar", "bar", "forest", "forest", "forest"}; !slices.Equal(order, want) {
		t.Errorf("takes %q", order)
	}
}

// meanPowerLevel is the level that meanPower measures for noise of the takes'
// level: with the window's sum of squares 256 and its sum 512·2/π, half of the
// spectrum.
var meanPowerLevel = sceneLevel + 10*math.Log10(512*256/2/math.Pow(512*2/math.Pi, 2))

// meanPower returns the mean over frames of the spectrum's sum of squares.
func meanPower(x *mat.Dense) float64 {
	n, _ := x.Dims()
	f := mat.Norm(x, 2)
	return f * f / float64(n)
}

// share returns the share of the power of a scene's takes that lies in a band,
// in Hz.
func share(takes []Take, scene string, low, high float64) float64 {
	var in, all float64
	for _, take := range takes {
		if take.Scene != scene {
			continue
		}
		n, d := take.X.Dims()
		for i := range n {
			for j := range d {
				power := take.X.At(i, j) * take.X.At(i, j)
				all += power
				if hertz := float64((j+1)/2) * sceneRate / frameLength; hertz >= low && hertz < high {
					in += power
				}
			}
		}
	}
	return in / all
}

func TestScenesSoundDifferent(t *testing.T) {
	takes := sharedScenes()
	for _, c := range []struct {
		scene           string
		low, high       float64
		atLeast, atMost float64
	}{
		{"piano", 80, 1500, 0.8, 1},
		{"bar", 150, 4000, 0.6, 1},
		{"forest", 1800, 6000, 0.1, 0.6}, // birds
		{"piano", 1800, 6000, 0, 0.05},
	} {
		if s := share(takes, c.scene, c.low, c.high); s < c.atLeast || s > c.atMost {
			t.Errorf("%s has %.2f of its power from %g to %g Hz", c.scene, s, c.low, c.high)
		}
	}
}

// The piano is predictable in directions that are not slow, because the phase
// of a tone rotates. Hardly any direction of the forest is.
func TestScenesPredictability(t *testing.T) {
	predictable := map[string]int{}
	for _, take := range sharedScenes() {
		if take.Number != 1 {
			continue
		}
		const components, band = 20, 200 // numbers up to 4.3 kHz
		n, _ := take.X.Dims()
		white := whiten(t, centre(mat.DenseCopyOf(take.X.Slice(0, n, 0, band))), 1e-6)
		x := mat.DenseCopyOf(white.Slice(0, n, 0, components))
		x.Scale(math.Sqrt(float64(n)), x)
		past := mat.DenseCopyOf(x.Slice(0, n-1, 0, components))
		var next [][]float64
		for j := range components {
			next = append(next, mat.Col(nil, j, x)[1:])
		}
		for j, share := range explained(past, next...) {
			if share > 0.5 && delta(mat.Col(nil, j, x)) > 1 {
				predictable[take.Scene]++
			}
		}
	}
	if predictable["piano"] < 8 || predictable["forest"] > 3 {
		t.Errorf("directions that are predictable and not slow: %v", predictable)
	}
}
