package simd

import (
	"sync"
	"unsafe"

	"example.com/sfatui/datasets/storage"
)

// BlockAlign is a common multiple of the rows and columns of a tile on every path.
const BlockAlign = 24

// Depth is the largest number of terms that a product sums before adding to C: the
// depth is cut at its multiples. A sliver of the left factor of this depth stays in the
// first-level cache.
const Depth = 256

// A Packed is one factor of a product in slivers. A line is a row of the left factor or
// a column of the right one. A sliver has as many lines as a tile has rows (or
// columns); the last one is padded with zeros. The entries of a sliver are stored in
// the order in which the tile reads them: all lines at one depth, then the next depth.
type Packed struct {
	lines, depth int
	storedDepth  int // stored depth, of which depth is used
	width        int // lines of a sliver
	slivers      int
	first        int // first sliver that is used
	segments     []segment
	data         []float64 // for each segment, its slivers one after the other
	storage      []float64 // allocation that data is a part of
}

// A segment is a range of the depth that is summed from zero.
type segment struct {
	from, size int
	weight     float64 // weight for the second matrix of [AddBoth]
}

// pools keep released factors, one pool for each storage class.
var pools [storage.Classes]sync.Pool

// NewLeftFactor returns an empty left factor of rows × depth.
func NewLeftFactor(rows, depth int) *Packed { return newPacked(rows, depth, tileRows()) }

// NewRightFactor returns an empty right factor of depth × columns.
func NewRightFactor(depth, columns int) *Packed { return newPacked(columns, depth, tileColumns()) }

func newPacked(lines, depth, width int) *Packed {
	if lines < 0 || depth < 0 {
		panic("simd: negative size of a factor")
	}
	class, size := storage.Class(sizeOf(lines, depth, width))
	p, _ := pools[class].Get().(*Packed)
	if p == nil {
		p = &Packed{storage: storage.Make(size)}
	}
	p.layOut(lines, depth, width)
	return p
}

// LeftSize returns the number of values that [NewLeftFactorIn] needs.
func LeftSize(rows, depth int) int {
	return sizeOf(rows, depth, tileRows())
}

// sizeOf returns the number of values of a factor with slivers of width lines,
// including the padding to a cache line.
func sizeOf(lines, depth, width int) int {
	return (lines+width-1)/width*width*depth + cacheLine
}

// NewLeftFactorIn returns an empty left factor in the caller's storage, for a factor that is
// used in many products. It must not be released. It panics unless storage has
// [LeftSize] values.
func NewLeftFactorIn(storage []float64, rows, depth int) *Packed {
	return newPackedIn(storage, rows, depth, tileRows())
}

// RightSize returns the number of values that [NewRightFactorIn] needs.
func RightSize(depth, columns int) int {
	return sizeOf(columns, depth, tileColumns())
}

// NewRightFactorIn returns an empty right factor in the caller's storage. It must not be
// released. It panics unless storage has [RightSize] values.
func NewRightFactorIn(storage []float64, depth, columns int) *Packed {
	return newPackedIn(storage, columns, depth, tileColumns())
}

func newPackedIn(storage []float64, lines, depth, width int) *Packed {
	if lines < 0 || depth < 0 || len(storage) < sizeOf(lines, depth, width) {
		panic("simd: too little storage for a factor")
	}
	p := &Packed{storage: storage}
	p.layOut(lines, depth, width)
	return p
}

// layOut sets the shape of the factor and divides its storage.
func (p *Packed) layOut(lines, depth, width int) {
	p.lines, p.depth, p.storedDepth = lines, depth, depth
	p.width, p.slivers, p.first = width, (lines+width-1)/width, 0
	p.segments = p.segments[:0]
	p.appendSegments(0, depth, 1)
	at := 0
	if past := uintptr(unsafe.Pointer(&p.storage[0])) % (8 * cacheLine); past != 0 {
		at = cacheLine - int(past/8)
	}
	p.data = p.storage[at : at+sizeOf(lines, depth, width)-cacheLine]
}

// Leading returns the first depths of a factor that is cut at multiples of [Depth]. It
// shares the storage and must not be released. It panics if depth is out of range.
func (p *Packed) Leading(depth int) *Packed {
	if depth < 0 || depth > p.depth {
		panic("simd: Leading: more depths than there are")
	}
	out := *p
	out.depth, out.storage, out.segments = depth, nil, nil
	for _, s := range p.segments {
		if s.from < depth {
			s.size = min(s.size, depth-s.from)
			out.segments = append(out.segments, s)
		}
	}
	return &out
}

// Lines returns the lines from … to-1 of a factor. The result shares the storage and
// must not be released. It panics if the range is invalid or from is no multiple of
// [BlockAlign].
func (p *Packed) Lines(from, to int) *Packed {
	if from < 0 || from > to || to > p.lines || from%BlockAlign != 0 {
		panic("simd: Lines: not there, or not aligned")
	}
	out := *p
	out.lines, out.first, out.storage = to-from, p.first+from/p.width, nil
	return &out
}

// cacheLine is the number of float64 values in a cache line and in the widest vector.
const cacheLine = 8

// appendSegments appends the segments of the depths from … from+size-1.
func (p *Packed) appendSegments(from, size int, weight float64) {
	for at := 0; at < size; at += Depth {
		p.segments = append(p.segments, segment{from: from + at, size: min(Depth, size-at), weight: weight})
	}
}

// A Group is a number of consecutive depths and their weight in [AddBoth].
type Group struct {
	Size   int
	Weight float64
}

// CutGroups divides the depth into groups instead of at multiples of [Depth]; each
// group is cut at multiples of Depth from its own start. Both factors of a product must
// be divided equally before they are packed. It panics unless the groups add up to the
// depth.
func (p *Packed) CutGroups(groups []Group) {
	p.segments = p.segments[:0]
	at := 0
	for _, g := range groups {
		if g.Size < 0 {
			break
		}
		p.appendSegments(at, g.Size, g.Weight)
		at += g.Size
	}
	if at != p.depth {
		panic("simd: CutGroups: the groups do not make up the depth")
	}
}

// Release returns the storage for reuse by other factors. p must not be used
// afterwards.
func (p *Packed) Release() {
	p.data = nil
	class, _ := storage.Class(len(p.storage))
	pools[class].Put(p)
}

// Slivers returns the number of slivers.
func (p *Packed) Slivers() int { return p.slivers }

// sliver returns sliver k of segment s.
func (p *Packed) sliver(s segment, k int) []float64 {
	stored := s.size
	if p.storedDepth > p.depth {
		stored = min(Depth, p.storedDepth-s.from)
	}
	at := (s.from*p.slivers + (p.first+k)*stored) * p.width
	return p.data[at : at+s.size*p.width]
}

// Shape returns the number of lines and the depth.
func (p *Packed) Shape() (lines, depth int) { return p.lines, p.depth }

// Width returns the number of lines of a sliver.
func (p *Packed) Width() int { return p.width }

// A PackedRow is the row of a factor at one depth, for callers that compute its values
// in place.
type PackedRow struct {
	p  *Packed
	s  segment
	at int
}

// Row returns the row at a depth with its padding set to zero. It panics if the depth
// is out of range.
func (p *Packed) Row(depth int) PackedRow {
	for _, s := range p.segments {
		if depth < s.from || depth >= s.from+s.size {
			continue
		}
		r := PackedRow{p, s, (depth - s.from) * p.width}
		if last := p.slivers - 1; last >= 0 {
			clear(p.sliver(s, last)[r.at:][p.lines-last*p.width : p.width])
		}
		return r
	}
	panic("simd: Row: no such depth")
}

// Part returns the values of sliver k, without padding.
func (r PackedRow) Part(k int) []float64 {
	return r.p.sliver(r.s, k)[r.at:][:min(r.p.width, r.p.lines-k*r.p.width)]
}
