package synth

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// allFaces returns all portraits in order, with their horizontal positions.
func allFaces() (x *mat.Dense, place []float64) {
	people := sharedFaces()
	x = mat.NewDense(len(people)*portraits, FaceSide*FaceSide, nil)
	for i, p := range people {
		x.Slice(i*portraits, (i+1)*portraits, 0, FaceSide*FaceSide).(*mat.Dense).Copy(p.X)
		place = append(place, mat.Col(nil, 0, p.Latent)...)
	}
	return x, place
}

func TestFacesAreAnywhere(t *testing.T) {
	people := sharedFaces()
	if len(people) != 40 {
		t.Fatalf("%d people", len(people))
	}
	low, high := []float64{9, 9, 9}, []float64{-9, -9, -9}
	for _, p := range people {
		for i := range portraits {
			for k, v := range p.Latent.RawRowView(i) {
				low[k], high[k] = min(low[k], v), max(high[k], v)
			}
			for _, v := range p.X.RawRowView(i) {
				if v < -0.3 || v > 1.5 {
					t.Fatalf("a pixel has %v", v)
				}
			}
		}
	}
	for k, want := range [][2]float64{{-5.6, 5.6}, {-2.5, 2.5}, {1.9, 3.8}} {
		if math.Abs(low[k]-want[0]) > 0.02 || math.Abs(high[k]-want[1]) > 0.02 || low[k] < want[0]-1e-4 || high[k] > want[1]+1e-4 {
			t.Errorf("variable %d goes from %v to %v, want %v", k, low[k], high[k], want)
		}
	}
	_, place := allFaces()
	if d := delta(place); math.Abs(d-2) > 0.15 {
		t.Errorf("the order of the images depends on the place: slowness %.2f, want 2", d)
	}
}

// Skin is within the face, hair above the brow, background outside.
func TestFaceHasItsParts(t *testing.T) {
	f := face{skin: 0.7, hair: 0.1, features: 0.2, height: 1.3, brow: 0.6, sides: 0, eyes: 0.4, eyeLevel: 0.2, mouth: 0.3, mouthLevel: 0.7}
	for _, c := range []struct{ right, down, want float64 }{
		{0, 0.2, 0.7}, {0, -1, 0.1}, {0.4, -0.2, 0.2}, {-0.4, -0.2, 0.2}, {0, 0.7, 0.2}, {1.1, -0.4, 0.1}, {1.1, 0.5, 0.5}, {3, 0, 0.5},
	} {
		if got := f.over(0.5, c.right, c.down, 0.01); math.Abs(got-c.want) > 0.01 {
			t.Errorf("at %v, %v the shade is %.3f, want %v", c.right, c.down, got, c.want)
		}
	}
}

// Linear regression on the pixels of unseen people predicts poorly (in the
// paper, 0.74 of chance); nearest neighbours, which are not linear, are better.
func TestFacesAreNotLinear(t *testing.T) {
	x, place := allFaces()
	linear := explained(x, place)[0]
	if linear < 0.3 || linear > 0.6 {
		t.Errorf("pixels explain %.2f of the place", linear)
	}
	train := 2 * len(place) / 3
	var before, after float64
	for i := train; i < len(place); i += 3 {
		near := make([]int, train)
		far := make([]float64, train)
		for j := range train {
			near[j], far[j] = j, floats.Distance(x.RawRowView(i), x.RawRowView(j), 2)
		}
		slices.SortFunc(near, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
		var guess float64
		for _, j := range near[:5] {
			guess += place[j] / 5
		}
		before += place[i] * place[i]
		after += (place[i] - guess) * (place[i] - guess)
	}
	if r := 1 - after/before; r < linear+0.1 {
		t.Errorf("five neighbours explain %.2f of the place, pixels %.2f", r, linear)
	}
}
