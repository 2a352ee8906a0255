package simd

// Caches holds the sizes of the data caches of each level in bytes, 0 if unknown.
type Caches struct{ L1, L2, L3 int }

// add sets the size of the cache that the registers EAX, EBX and ECX describe.
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

// MachineCaches returns the data caches of this processor.
func MachineCaches() Caches { return caches() }

// LineNumbers is the number of float64 values in a cache line on most processors.
const LineNumbers = 8

// Prefetch starts to load x into the cache and returns at once. It helps only for data
// that is read in an order that the processor cannot predict.
func Prefetch(x []float64) {
	if len(x) > 0 {
		prefetch(&x[0], (len(x)+LineNumbers-1)/LineNumbers)
	}
}

// BlockRows and BlockColumns are the size of blocks on a processor with a second-level
// cache of 1 MB or more, and of other work that is done in blocks.
const (
	BlockRows    = 16 * BlockAlign
	BlockColumns = 10 * BlockAlign
)

// blockColumns is the number of columns of a block on this processor.
var blockColumns = blockColumnsOf(caches())

// blockColumnsOf returns the number of columns that fills half of the second-level
// cache with slivers of the right factor, which stay there from one row of tiles to the
// next. The other half is left to the left factor and the result. Fewer than two tiles
// would read the left factor too often, and more than [BlockColumns] gain nothing: on a
// Zen 4 with 1 MB, 72 to 240 columns are within 1 % of each other, 480 take up to 10 %
// longer, and AddBoth in blocks of 768 rows takes 1.6 times as long.
func blockColumnsOf(c Caches) int {
	if c.L2 == 0 {
		return BlockColumns
	}
	columns := c.L2 / 2 / (8 * Depth) / BlockAlign * BlockAlign
	return min(max(columns, 2*BlockAlign), BlockColumns)
}

// BlockSize returns the rows and columns of the blocks of large products, both
// multiples of [BlockAlign]. Results do not depend on them.
func BlockSize() (rows, columns int) { return BlockRows, blockColumns }
