package synth

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const facesSeed = 2013

// FaceSide is the number of pixels in a row and in a column of an image.
const FaceSide = 16

const (
	personCount = 40
	portraits   = 50 // of each person
)

// The range of a face in pixels: the maximum offset of its centre from the
// image's, and its half width.
const (
	faceAside = 5.6
	faceAbove = 2.5
	faceSmall = 1.9
	faceLarge = 3.8
)

// Faces returns 50 images each of 40 people, one series per person. The task is
// to estimate the horizontal position of the face: the regression problem of
// paper 001, section 6.2, with drawn faces an eighth as large as the paper's
// photographs. As there, the face's centre lies up to 5.6 pixels aside and 2.5
// pixels above or below the image's, the largest face is twice the smallest,
// and all three are drawn at random for every image, so that the order of the
// images carries no information.
//
// An estimate must not depend on the vertical position of the face, on its
// size, on the person (the shape of the head, hair, skin, eyes and mouth), on
// the light, which comes from any side, or on the background, which is mostly
// darker than the face but may be as light.
//
// An input is a pixel, row by row from the top left one: 0 is black, 1 white,
// and noise goes beyond. The latent variables are the offset of the face's
// centre from the image's, to the right and downwards, and the face's half
// width, in pixels. Numbers are on the grid of 16 bit sound.
func Faces() []Series {
	people := make([]Series, personCount)
	inParallel(len(people), func(i int) {
		people[i] = newPerson(rand.New(rand.NewPCG(facesSeed, uint64(i))))
	})
	return people
}

// newPerson generates a person and the portraits.
func newPerson(rng *rand.Rand) Series {
	f := newFace(rng)
	p := Series{X: mat.NewDense(portraits, FaceSide*FaceSide, nil), Latent: mat.NewDense(portraits, 3, nil)}
	for i := range portraits {
		x, y := toGrid(drawBetween(rng, -faceAside, faceAside)), toGrid(drawBetween(rng, -faceAbove, faceAbove))
		size := toGrid(drawBetween(rng, faceSmall, faceLarge))
		p.Latent.SetRow(i, []float64{x, y, size})
		scene := newBackdrop(rng)
		image := p.X.RawRowView(i)
		for row := range FaceSide {
			for column := range FaceSide {
				right, down := float64(column)-(FaceSide-1)/2.0, float64(row)-(FaceSide-1)/2.0
				shade := f.over(scene.at(right, down), (right-x)/size, (down-y)/size, 1/size)
				image[row*FaceSide+column] = toGrid(scene.light(shade, right, down) + pixelNoise*rng.NormFloat64())
			}
		}
	}
	return p
}

// pixelNoise is the standard deviation of an image's noise.
const pixelNoise = 0.03

// face holds the features of a person: shades from 0 (black) to 1, lengths in
// half widths of the face.
type face struct {
	skin, hair, features float64 // shades; features are eyes and mouth
	height               float64 // half the face's height
	brow                 float64 // height of the hairline above the centre
	sides                float64 // lower end of the hair beside the face, below the centre
	eyes, eyeLevel       float64 // distance of the eyes from the middle; their height
	mouth, mouthLevel    float64 // half the mouth's width; its depth
}

func newFace(rng *rand.Rand) face {
	return face{
		skin:       drawBetween(rng, 0.5, 0.85),
		hair:       drawBetween(rng, 0.05, 0.7),
		features:   drawBetween(rng, 0.1, 0.25),
		height:     drawBetween(rng, 1.15, 1.45),
		brow:       drawBetween(rng, 0.45, 0.8),
		sides:      drawBetween(rng, -0.6, 1.2),
		eyes:       drawBetween(rng, 0.36, 0.46),
		eyeLevel:   drawBetween(rng, 0.15, 0.3),
		mouth:      drawBetween(rng, 0.25, 0.45),
		mouthLevel: drawBetween(rng, 0.6, 0.75),
	}
}

// over returns the shade of the face over a background, at a point to the right
// of and below the face's centre in half widths. Edges are blurred over one
// pixel.
func (f *face) over(background, right, down, pixel float64) float64 {
	shade := background
	lay := func(colour, distance float64) { // inside where distance is negative
		shade += (colour - shade) / (1 + math.Exp(4*distance/pixel))
	}
	head := math.Hypot(right, down/f.height) - 1
	lay(f.hair, max(head-0.2, down-f.sides))
	lay(f.skin, head)
	lay(f.hair, max(head, down+f.brow))
	lay(f.features, math.Hypot(math.Abs(right)-f.eyes, down+f.eyeLevel)-0.13)
	lay(f.features, math.Hypot(max(0, math.Abs(right)-f.mouth), down-f.mouthLevel)-0.08)
	return shade
}

// backdrop holds the background of a face and the light.
type backdrop struct {
	shade          float64
	waves          [3]wave
	depth          float64 // amplitude of the waves
	gain           float64
	slopeX, slopeY float64 // gradient of the light per pixel
}

func newBackdrop(rng *rand.Rand) backdrop {
	b := backdrop{
		shade:  drawBetween(rng, 0.1, 0.55),
		depth:  drawBetween(rng, 0, 0.06),
		gain:   drawBetween(rng, 0.7, 1.1),
		slopeX: drawBetween(rng, -0.02, 0.02),
		slopeY: drawBetween(rng, -0.02, 0.02),
	}
	for i := range b.waves {
		direction, number := drawBetween(rng, 0, 2*math.Pi), drawBetween(rng, 0.2, 1)
		b.waves[i] = wave{number * math.Cos(direction), number * math.Sin(direction), drawBetween(rng, 0, 2*math.Pi)}
	}
	return b
}

// at returns the background's shade at a point, in pixels from the image's
// centre.
func (b *backdrop) at(right, down float64) float64 {
	shade := b.shade
	for _, w := range b.waves {
		shade += b.depth * math.Cos(w.u*right+w.v*down+w.phase)
	}
	return shade
}

// light returns a shade under the light at a point.
func (b *backdrop) light(shade, right, down float64) float64 {
	return b.gain * shade * (1 + b.slopeX*right + b.slopeY*down)
}
