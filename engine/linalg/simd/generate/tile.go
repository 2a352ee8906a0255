package main

import (
	"fmt"
	"strings"
)

// sums adds up the outer products of the lines of two slivers, using the first wide
// vectors of the right one, in the first tileRows × wide vector registers. SI and DI
// point to the slivers, R11 is the number of values between depths of the left one, CX
// is the depth; these four registers, R13, AX and BX are overwritten. If register next
// is given, the next part of the left sliver is prefetched.
func (a *assembly) sums(wide int, next string, written ...written) {
	for i := range a.tileRows * wide {
		a.zero(i)
	}
	a.f("SHLQ $3, R11")
	a.f("LEAQ (R11)(R11*2), R13")
	steps := []string{"(SI)", "(SI)(R11*1)", "(SI)(R11*2)", "(SI)(R13*1)"}
	unroll := len(steps)
	const loop, rest, one, done = "loop", "rest", "one", "done"
	if next != "" {
		a.f("MOVQ R11, %s", next)
		a.f("SHLQ $%d, %s", leftPrefetchLog2, next)
		a.f("ADDQ SI, %s", next)
	}
	a.f("XORQ AX, AX")
	for _, w := range written {
		a.f("MOVQ %s, %s", w.base, w.next)
	}
	a.f("MOVQ $%d, BX", a.tileRows)
	a.f("SUBQ $%d, CX", unroll)
	a.f("JLT %s", rest)
	a.loop(loop)
	for k, left := range steps {
		a.step(k, left, wide)
		if next != "" {
			a.f("PREFETCHT0 %s", strings.Replace(left, "SI", next, 1))
		}
	}
	if next != "" {
		a.f("LEAQ (%s)(R11*4), %[1]s", next)
	}
	a.prefetch(written)
	a.f("LEAQ (SI)(R11*4), SI")
	a.f("ADDQ $%d, DI", a.direction*unroll*a.tileWide*a.bytes())
	a.f("SUBQ $%d, CX", unroll)
	a.f("JGE %s", loop)
	a.label(rest)
	a.f("ADDQ $%d, CX", unroll)
	a.f("JEQ %s", done)
	a.label(one)
	a.step(0, "(SI)", wide)
	a.f("ADDQ R11, SI")
	a.f("ADDQ $%d, DI", a.direction*a.tileWide*a.bytes())
	a.f("DECQ CX")
	a.f("JNE %s", one)
	a.label(done)
}

// prefetchDepth is the number of depths that the right sliver is prefetched before use.
const prefetchDepth = 24

// leftPrefetchLog2 is the binary logarithm of that number for the left sliver. It is
// larger, because the first tile of a row reads it from memory. Behind its end is the
// sliver of the next row.
const leftPrefetchLog2 = 6

// step writes one depth, the k-th from DI on: the first wide vectors of a row of the
// right sliver times each entry of the left one, which are at left.
func (a *assembly) step(k int, left string, wide int) {
	sums, row := a.tileRows*wide, a.direction*a.tileWide*a.bytes()
	for j := range wide {
		a.f("VMOVAPD %d(DI), %s", k*row+j*a.bytes(), a.r(sums+j))
	}
	if a.leftStride > 1 { // The right sliver is short and already in the cache.
		a.f("PREFETCHT1 (R10)")
		a.f("ADDQ $64, R10")
	}
	for at := k * row; a.leftStride == 1 && at < k*row+wide*a.bytes(); at++ {
		if at%64 == 0 {
			a.f("PREFETCHT0 %d(DI)", prefetchDepth*row+at)
		}
	}
	spare := a.registers - sums - wide
	for i := range a.tileRows {
		entry := sums + wide + i%spare
		a.broadcast(fmt.Sprint(i*8*a.leftStride, left), entry)
		for j := range wide {
			a.f("VFMADD231PD %s, %s, %s", a.r(sums+j), a.r(entry), a.r(i*wide+j))
		}
	}
}

// A written is a tile in memory that will be added to: where it begins, the bytes
// between its rows, and a register to iterate over its cache lines.
type written struct{ base, stride, next string }

// prefetch prefetches one cache line of each tile, row after row, then the next line of
// each row. Prefetching all at once would delay the slivers. BX counts the rows, AX is
// the offset within each row.
func (a *assembly) prefetch(tiles []written) {
	for _, w := range tiles {
		a.f("PREFETCHT0 (%s)", w.next)
		a.f("ADDQ %s, %s", w.stride, w.next)
	}
	a.f("DECQ BX")
	a.f("JNE asked")
	a.f("ADDQ $64, AX")
	for _, w := range tiles {
		a.f("LEAQ (%s)(AX*1), %s", w.base, w.next)
	}
	a.f("MOVQ $%d, BX", a.tileRows)
	a.label("asked")
}

// tile writes C += alpha · leftᵀ · right for one tile, or C = alpha · leftᵀ · right.
func tile(a *assembly) {
	a.tile("tile", "adds alpha times the product of two slivers to keep times a tile of C; keep is one or zero", a.tileWide)
}

// tileOne and tileTwo write tile for one and two vectors of the right sliver.
func tileOne(a *assembly) {
	a.tile("tileOne", "computes tile for the first vector of a row only", 1)
}

func tileTwo(a *assembly) {
	a.tile("tileTwo", "computes tile for the first two vectors of a row only", 2)
}

// tileTransposed writes C += left · right for a left sliver that is a transposed right
// one: its depths are the rows, its lines the summation index. tileTransposedOne and
// tileTransposedTwo write it for one and two vectors of the right sliver.
func tileTransposed(a *assembly) { a.tileTransposed("tileTransposed", "", a.tileWide) }

func tileTransposedOne(a *assembly) { a.tileTransposed("tileTransposedOne", "the first vector of ", 1) }

func tileTransposedTwo(a *assembly) {
	a.tileTransposed("tileTransposedTwo", "the first two vectors of ", 2)
}

func (a *assembly) tileTransposed(name, of string, wide int) {
	a.begin(name, "adds the product of some depths of a right sliver, transposed, and "+of+
		"the rows of another one to a tile of C; a cache line from next on is prefetched at each depth",
		[]string{"CX", "SI", "DI", "DX", "R8", "R10"},
		parameter{"depth", "int"}, parameter{"left", "*float64"}, parameter{"right", "*float64"},
		parameter{"c", "*float64"}, parameter{"stride", "int"}, parameter{"next", "*float64"})
	a.f("SHLQ $3, R8")
	a.f("MOVQ $1, R11")
	a.leftStride = a.tileWide * a.lanes
	a.sums(wide, "", written{"DX", "R8", "R12"})
	a.leftStride = 1
	a.eachSum(wide, func(at int, sum string) { a.f("VADDPD %d(DX), %s, %[2]s", at, sum) })
	a.end()
}

func (a *assembly) tile(name, doc string, wide int) {
	a.begin(name, doc,
		[]string{"CX", "SI", "R11", "DI", "DX", "R8", "R9"},
		parameter{"depth", "int"}, parameter{"left", "*float64"}, parameter{"step", "int"}, parameter{"right", "*float64"},
		parameter{"alpha", "float64"}, parameter{"c", "*float64"}, parameter{"stride", "int"}, parameter{"keep", "int"})
	a.f("SHLQ $3, R8")
	next := ""
	if wide == a.tileWide {
		next = "R10"
	}
	a.sums(wide, next, written{"DX", "R8", "R12"})
	alpha := a.registers - 1
	a.broadcast("alpha+32(FP)", alpha)
	a.f("TESTQ R9, R9")
	a.f("JEQ fresh")
	a.eachSum(wide, func(at int, sum string) { a.f("VFMADD213PD %d(DX), %s, %s", at, a.r(alpha), sum) })
	a.end()
	a.label("fresh")
	a.eachSum(wide, func(at int, sum string) { a.f("VMULPD %s, %s, %[2]s", a.r(alpha), sum) })
	a.end()
}

// eachSum writes the code that finishes each sum of a tile with line, and stores it at
// DX, with rows R8 bytes apart.
func (a *assembly) eachSum(wide int, line func(at int, sum string)) {
	for i := range a.tileRows {
		for j := range wide {
			at, sum := j*a.bytes(), a.r(i*wide+j)
			line(at, sum)
			a.f("VMOVUPD %s, %d(DX)", sum, at)
		}
		if i < a.tileRows-1 {
			a.f("ADDQ R8, DX")
		}
	}
}

// tileBoth writes C += leftᵀ · right and D += weight · leftᵀ · right.
func tileBoth(a *assembly) {
	a.begin("tileBoth", "adds the product of two slivers to a tile of C, and weight times it to one of D",
		[]string{"CX", "SI", "R11", "DI", "DX", "R8", "R9", "R10"},
		parameter{"depth", "int"}, parameter{"left", "*float64"}, parameter{"step", "int"}, parameter{"right", "*float64"},
		parameter{"c", "*float64"}, parameter{"strideC", "int"}, parameter{"weight", "float64"},
		parameter{"d", "*float64"}, parameter{"strideD", "int"})
	a.f("SHLQ $3, R8")
	a.f("SHLQ $3, R10")
	a.sums(a.tileWide, "R14", written{"DX", "R8", "R12"}, written{"R9", "R10", "R15"})
	weight, both := a.registers-1, a.registers-2
	a.broadcast("weight+48(FP)", weight)
	for i := range a.tileRows {
		for j := range a.tileWide {
			sum, at := a.r(i*a.tileWide+j), j*a.bytes()
			a.f("VADDPD %d(DX), %s, %s", at, sum, a.r(both))
			a.f("VMOVUPD %s, %d(DX)", a.r(both), at)
			a.f("VFMADD213PD %d(R9), %s, %s", at, a.r(weight), sum)
			a.f("VMOVUPD %s, %d(R9)", sum, at)
		}
		if i < a.tileRows-1 {
			a.f("ADDQ R8, DX")
			a.f("ADDQ R10, R9")
		}
	}
	a.end()
}

// solve writes T ← L⁻¹ · (T - leftᵀ · right) for a lower triangular L with as many rows
// as a tile, and solveBack the same for an upper triangular one, from the last row to
// the first.
func solve(a *assembly) { a.solve("solve", "lower", 1) }

func solveBack(a *assembly) { a.solve("solveBack", "upper", -1) }

func (a *assembly) solve(name, triangle string, way int) {
	order := ""
	if way < 0 {
		order = ", summed from the last depth to the first,"
	}
	a.begin(name, "subtracts the product of two slivers"+order+" from a tile T with contiguous rows, and solves L·Y = T in place; L is "+
		triangle+" triangular, and its order and stride are the number of rows of the tile",
		[]string{"CX", "SI", "DI", "R9", "DX"},
		parameter{"depth", "int"}, parameter{"left", "*float64"}, parameter{"right", "*float64"},
		parameter{"l", "*float64"}, parameter{"t", "*float64"})
	if way < 0 {
		// Both begin at their last depth.
		for _, s := range []struct {
			at   string
			size int
		}{{"SI", 8 * a.tileRows}, {"DI", a.tileWide * a.bytes()}} {
			a.f("IMUL3Q $%d, CX, AX", s.size)
			a.f("LEAQ %d(%s)(AX*1), %[2]s", -s.size, s.at)
		}
	}
	a.direction = way
	a.f("MOVQ $%d, R11", way*a.tileRows)
	a.f("MOVQ $%d, R8", a.tileWide*a.bytes())
	a.sums(a.tileWide, "", written{"DX", "R8", "R12"})
	a.direction = 1
	entry := a.tileRows * a.tileWide
	at := func(i, j int) string { return fmt.Sprintf("%d(DX)", (i*a.tileWide+j)*a.bytes()) }
	for i := range a.tileRows {
		for j := range a.tileWide {
			sum := a.r(i*a.tileWide + j)
			a.f("VMOVUPD %s, %s", at(i, j), a.r(entry+j))
			a.f("VSUBPD %s, %s, %[1]s", sum, a.r(entry+j))
		}
	}
	first, end := 0, a.tileRows
	if way < 0 {
		first, end = a.tileRows-1, -1
	}
	for k := first; k != end; k += way {
		a.broadcast(fmt.Sprintf("%d(R9)", (k*a.tileRows+k)*8), entry)
		for j := range a.tileWide {
			y := a.r(k*a.tileWide + j)
			a.f("VDIVPD %s, %s, %s", a.r(entry), y, y)
			a.f("VMOVUPD %s, %s", y, at(k, j))
		}
		for i := k + way; i != end; i += way {
			a.broadcast(fmt.Sprintf("%d(R9)", (i*a.tileRows+k)*8), entry)
			for j := range a.tileWide {
				a.f("VFNMADD231PD %s, %s, %s", a.r(k*a.tileWide+j), a.r(entry), a.r(i*a.tileWide+j))
			}
		}
	}
	a.end()
}
