package moments

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/simd"
)

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
			for _, c := range cutChunks(nil, b, 0, &used) {
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
					cutChunks(nil, b, 0, &used)
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
