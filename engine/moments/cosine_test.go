package moments

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/floats"
)

// cosine is row f of the orthonormal DCT-II of length n (Strang 1999).
func cosine(f, n int) []float64 {
	row := make([]float64, n)
	for i := range row {
		row[i] = math.Sqrt(2/float64(n)) * math.Cos(math.Pi*float64(f)*(float64(i)+0.5)/float64(n))
	}
	return row
}

// The waves are the rows of the transform, up to sign, and with their weights
// they give the squared differences of a chunk.
func TestWavesAreTheCosineTransform(t *testing.T) {
	const columns = 5
	rng := rand.New(rand.NewPCG(1, 0))
	for length, waves := range map[int]func(x, y *[longest][]float64){2: cosine2, 4: cosine4, 8: cosine8, 16: cosine16} {
		var x, y [longest][]float64
		for i := range longest {
			x[i], y[i] = make([]float64, columns), make([]float64, columns)
			for j := range columns {
				x[i][j], y[i][j] = rng.NormFloat64(), math.NaN()
			}
		}
		waves(&x, &y)
		for j := range columns {
			chunk := make([]float64, length)
			differences := 0.0
			for i := range chunk {
				chunk[i] = x[i][j]
				if i > 0 {
					differences += math.Pow(x[i][j]-x[i-1][j], 2)
				}
			}
			if got, want := y[0][j], floats.Sum(chunk)/float64(length)-chunk[0]; math.Abs(got-want) > 1e-15 {
				t.Errorf("length %d: mean above the first %v, want %v", length, got, want)
			}
			sum := 0.0
			for f := 1; f < length; f++ {
				k := f * longest / length
				if got, want := math.Abs(y[f][j]), math.Abs(floats.Dot(cosine(f, length), chunk)); math.Abs(got-want) > 1e-14 {
					t.Errorf("length %d: wave %d is %v, want %v", length, f, got, want)
				}
				weight := 2 - 2*math.Cos(math.Pi*float64(f)/float64(length))
				if math.Abs(step(k)*step(k)-weight) > 1e-15 {
					t.Errorf("length %d: weight of wave %d is %v, want %v", length, f, step(k)*step(k), weight)
				}
				sum += weight * y[f][j] * y[f][j]
			}
			if math.Abs(sum-differences) > 1e-13*differences {
				t.Errorf("length %d: squared differences %v, want %v", length, sum, differences)
			}
		}
	}
}

// The chunks cover a block without crossing the start of a segment, and have
// rows of their own.
func TestChunksCoverTheirBlock(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 50 {
		lengths := randomLengths(rng, 600)
		for _, b := range Blocks(lengths, BlockRows) {
			var used panelRows
			starts := map[int]bool{}
			for _, i := range b.first {
				starts[i] = true
			}
			row := 0
			for _, c := range cut(nil, b, 0, &used) {
				if c.row != row {
					t.Fatalf("segments %v: chunk at row %d, want %d", lengths, c.row, row)
				}
				if c.joined == starts[row] {
					t.Errorf("segments %v: joined is %v at row %d", lengths, c.joined, row)
				}
				for row++; row < c.row+c.length; row++ {
					if starts[row] {
						t.Errorf("segments %v: a chunk of %d at %d crosses a segment's start", lengths, c.length, c.row)
					}
				}
			}
			if row != b.End-b.Start {
				t.Errorf("segments %v: chunks cover %d rows of %d", lengths, row, b.End-b.Start)
			}
			waves := 0
			for _, rows := range used[1:chunkSteps] {
				waves += rows
			}
			if waves+used[chunkMeans] != row {
				t.Errorf("segments %v: %d waves and %d levels of %d rows", lengths, waves, used[chunkMeans], row)
			}
		}
	}
}

// Batches follow one another, and no wave has more rows than a product sums at once.
func TestBatchesAreNotTooDeep(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	sevens := slices.Repeat([]int{7}, 2000)
	for _, lengths := range [][]int{{5}, {20000}, sevens, short(9000), randomLengths(rng, 20000)} {
		blocks := Blocks(lengths, BlockRows)
		for _, most := range []int{1, 4, batchBlocks} {
			first, rows := batchesOf(blocks, most)
			if first[0] != 0 || first[len(first)-1] != len(blocks) {
				t.Errorf("batches %v of %d blocks", first, len(blocks))
			}
			var largest batchRows
			for i, from := range first[1:] {
				blocks := blocks[first[i]:from]
				var used panelRows
				for _, b := range blocks {
					cut(nil, b, 0, &used)
				}
				if len(blocks) == 0 || len(blocks) > most || used.maxOfFrequency() > simd.Depth {
					t.Errorf("a batch of %d blocks with %v rows, at most %d blocks", len(blocks), used, most)
				}
				largest.panel = max(largest.panel, used[chunkMeans]+used[chunkSteps])
				largest.waves = max(largest.waves, used.waves())
			}
			if rows != largest {
				t.Errorf("room for %+v rows of %+v", rows, largest)
			}
		}
	}
}
