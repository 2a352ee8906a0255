package simd

// Caches are the bytes of the data caches that a processor has at each level; 0 where it
// does not tell.
type Caches struct{ L1, L2, L3 int }

// add takes up a cache as the registers EAX, EBX and ECX describe it.
func (c *Caches) add(a, b, sets uint32) {
	const data, unified = 1, 3
	if kind := a & 31; kind != data && kind != unified {
		return
	}
	ways, partitions, line := int(b>>22)+1, int(b>>12&0x3ff)+1, int(b&0xfff)+1
	size := ways * partitions * line * (int(sets) + 1)
	switch a >> 5 & 7 {
	case 1:
		c.L1 = size
	case 2:
		c.L2 = size
	case 3:
		c.L3 = size
	}
}

// MachineCaches are those of this processor.
func MachineCaches() Caches { return caches() }

// LineNumbers are in a line of the cache, on most processors.
const LineNumbers = 8

// Prefetch has x on its way to the cache while something else is done. It only helps for what
// is read in an order that the processor does not foresee.
func Prefetch(x []float64) {
	if len(x) > 0 {
		prefetch(&x[0], (len(x)+LineNumbers-1)/LineNumbers)
	}
}

// BlockRows and BlockColumns are the size of blocks on a processor with a second-level
// cache of 1 MB or more, and of what else is worked on a block at a time.
const (
	BlockRows    = 16 * BlockAlign
	BlockColumns = 10 * BlockAlign
)

// blockColumns are those of a block here.
var blockColumns = blockColumnsOf(caches())

// blockColumnsOf are as many columns as leave half of the second-level cache to the left
// factor and the result: the slivers of the right factor stay there from one row of tiles
// to the next. Fewer than two tiles would read the left factor too often, and more than
// [BlockColumns] gain nothing: on a Zen 4 with 1 MB, 72 to 240 columns are within 1 % of
// each other, and 480 take up to a tenth more (AddBoth in blocks of 768 rows 1.6 times).
func blockColumnsOf(c Caches) int {
	if c.L2 == 0 {
		return BlockColumns
	}
	columns := c.L2 / 2 / (8 * Depth) / BlockAlign * BlockAlign
	return min(max(columns, 2*BlockAlign), BlockColumns)
}

// BlockSize is the rows and columns of the blocks that large products are made of, both
// multiples of [BlockAlign]. No result depends on them.
func BlockSize() (rows, columns int) { return BlockRows, blockColumns }
