package main

import (
	"fmt"
	"slices"
)

// A piece is the way in which a part of a row is read and written: in whole vectors or,
// at its end, in a partial vector whose lanes past the end read as zero.
type piece struct {
	asm  *assembly
	at   int // bytes past the index
	tail bool
}

// address returns the operand for the row at base.
func (p piece) address(base string) string {
	if p.at == 0 {
		return fmt.Sprintf("(%s)(BX*1)", base)
	}
	return fmt.Sprintf("%d(%s)(BX*1)", p.at, base)
}

// load reads the piece of the row at base into vector register i.
func (p piece) load(base string, i int) {
	switch {
	case !p.tail:
		p.asm.f("VMOVUPD %s, %s", p.address(base), p.asm.r(i))
	case p.asm.is512():
		p.asm.f("VMOVUPD.Z %s, K1, %s", p.address(base), p.asm.r(i))
	default:
		p.asm.f("VMOVSD %s, %s", p.address(base), p.asm.x(i))
	}
}

// store writes vector register i to the piece of the row at base.
func (p piece) store(i int, base string) {
	switch {
	case !p.tail:
		p.asm.f("VMOVUPD %s, %s", p.asm.r(i), p.address(base))
	case p.asm.is512():
		p.asm.f("VMOVUPD %s, K1, %s", p.asm.r(i), p.address(base))
	default:
		p.asm.f("VMOVSD %s, %s", p.asm.x(i), p.address(base))
	}
}

// minimum sets vector register i to the minimum of registers i and j, lane by lane; it
// keeps i if j is NaN.
func (p piece) minimum(i, j int) {
	switch {
	case p.tail && p.asm.is512():
		p.asm.f("VMINPD %s, %s, K1, %[1]s", p.asm.r(i), p.asm.r(j))
		return
	case p.tail:
		p.asm.f("VBROADCASTSD %s, %s", p.asm.x(j), p.asm.r(j))
	}
	p.asm.f("VMINPD %s, %s, %[1]s", p.asm.r(i), p.asm.r(j))
}

// alongRows runs body over rows of CX numbers, CX at least one: unroll vectors at a
// time, then one at a time, then the rest, masked or one by one. BX is the index in
// bytes, and u the index of the unrolled piece.
func (a *assembly) alongRows(unroll int, body func(u int, p piece)) {
	a.f("XORQ BX, BX")
	for _, pieces := range slices.Compact([]int{unroll, 1}) {
		loop, past := fmt.Sprintf("loop%d", pieces), fmt.Sprintf("past%d", pieces)
		a.f("SUBQ $%d, CX", pieces*a.lanes)
		a.f("JLT %s", past)
		a.loop(loop)
		for u := range pieces {
			body(u, piece{a, u * a.bytes(), false})
		}
		a.f("ADDQ $%d, BX", pieces*a.bytes())
		a.f("SUBQ $%d, CX", pieces*a.lanes)
		a.f("JGE %s", loop)
		a.label(past)
		a.f("ADDQ $%d, CX", pieces*a.lanes)
	}
	a.f("JEQ done")
	if a.is512() {
		a.mask("K1")
		body(0, piece{a, 0, true})
	} else {
		a.label("one")
		body(0, piece{a, 0, true})
		a.f("ADDQ $8, BX")
		a.f("DECQ CX")
		a.f("JNE one")
	}
	a.label("done")
}

// mask selects the first CX lanes of eight.
func (a *assembly) mask(register string) {
	a.f("MOVQ $1, AX")
	a.f("SHLQ CX, AX")
	a.f("DECQ AX")
	a.f("KMOVW AX, %s", register)
}

// total writes the sum of the lanes of vector register i, below 16, to memory.
func (a *assembly) total(i, spare int, to string) { a.fold("VADD", i, spare, to) }

// fold reduces the lanes of vector register i, below 16, to one number by a binary
// operation, and stores it.
func (a *assembly) fold(operation string, i, spare int, to string) {
	if a.is512() {
		a.f("VEXTRACTF64X4 $1, Z%d, Y%d", i, spare)
		a.f("%sPD Y%d, Y%d, Y%[3]d", operation, spare, i)
	}
	a.f("VEXTRACTF128 $1, Y%d, X%d", i, spare)
	a.f("%sPD X%d, X%d, X%[3]d", operation, spare, i)
	a.f("VUNPCKHPD X%d, X%[1]d, X%d", i, spare)
	a.f("%sSD X%d, X%d, X%[3]d", operation, spare, i)
	a.f("VMOVSD X%d, %s", i, to)
}

// dot writes the inner product of two rows.
func dot(a *assembly) {
	a.begin("dot", "sets sum to the inner product of the n numbers of x and y, n at least one",
		[]string{"CX", "SI", "DI", "DX"},
		parameter{"n", "int"}, parameter{"x", "*float64"}, parameter{"y", "*float64"}, parameter{"sum", "*float64"})
	const sums = 4
	for u := range sums {
		a.zero(u)
	}
	a.alongRows(sums, func(u int, p piece) {
		p.load("SI", 4+2*u)
		p.load("DI", 5+2*u)
		a.f("VFMADD231PD %s, %s, %s", a.r(4+2*u), a.r(5+2*u), a.r(u))
	})
	a.f("VADDPD %s, %s, %[2]s", a.r(1), a.r(0))
	a.f("VADDPD %s, %s, %[2]s", a.r(3), a.r(2))
	a.f("VADDPD %s, %s, %[2]s", a.r(2), a.r(0))
	a.total(0, 1, "(DX)")
	a.end()
}

// axpy writes y += alpha · x.
func axpy(a *assembly) {
	a.begin("axpy", "adds alpha times the n numbers of x to y, n at least one",
		[]string{"CX", "SI", "DI"},
		parameter{"n", "int"}, parameter{"alpha", "float64"}, parameter{"x", "*float64"}, parameter{"y", "*float64"})
	a.broadcast("alpha+8(FP)", 0)
	a.alongRows(4, func(u int, p piece) {
		p.load("SI", 4+2*u)
		p.load("DI", 5+2*u)
		a.f("VFMADD231PD %s, %s, %s", a.r(4+2*u), a.r(0), a.r(5+2*u))
		p.store(5+2*u, "DI")
	})
	a.end()
}

// fourRows are the registers that point to four rows.
var fourRows = []string{"R8", "R9", "R10", "R11"}

// begin4 begins a function over four rows and sets the registers that point to them.
func (a *assembly) begin4(name, doc string, registers []string, parameters ...parameter) {
	a.begin(name, doc, append([]string{"CX", "R8", "R12"}, registers...),
		append([]parameter{{"n", "int"}, {"rows", "*float64"}, {"stride", "int"}}, parameters...)...)
	for i, row := range fourRows[1:] {
		a.f("LEAQ (%s)(R12*8), %s", fourRows[i], row)
	}
}

// dotFour writes the inner products of four rows with one.
func dotFour(a *assembly) {
	a.begin4("dotFour", "sets s to the inner products of four rows, stride apart, with x, each of n numbers, n at least one",
		[]string{"SI", "DX"}, parameter{"x", "*float64"}, parameter{"s", "*float64"})
	const unroll = 2
	for i := range 4 * unroll {
		a.zero(i)
	}
	a.alongRows(unroll, func(u int, p piece) {
		x, row := 8+2*u, 9+2*u
		p.load("SI", x)
		for r, base := range fourRows {
			p.load(base, row)
			a.f("VFMADD231PD %s, %s, %s", a.r(x), a.r(row), a.r(4*u+r))
		}
	})
	a.totalFour(unroll)
	a.end()
}

// totalFour stores the totals of the sums of four rows to DX.
func (a *assembly) totalFour(unroll int) {
	for r := range 4 {
		for u := 1; u < unroll; u++ {
			a.f("VADDPD %s, %s, %[2]s", a.r(4*u+r), a.r(r))
		}
		a.total(r, 8, fmt.Sprintf("%d(DX)", 8*r))
	}
}

// axpyFour writes y += Σ w_r · row r.
func axpyFour(a *assembly) {
	a.begin4("axpyFour", "adds to y four rows, stride apart, each times its weight in w, of n numbers, n at least one",
		[]string{"AX", "DI"}, parameter{"w", "*float64"}, parameter{"y", "*float64"})
	a.weights()
	a.alongRows(2, func(u int, p piece) {
		y, row := 4+2*u, 5+2*u
		p.load("DI", y)
		for r, base := range fourRows {
			p.load(base, row)
			a.f("VFMADD231PD %s, %s, %s", a.r(row), a.r(r), a.r(y))
		}
		p.store(y, "DI")
	})
	a.end()
}

// weights fills vector registers 0 … 3 with the four numbers at AX.
func (a *assembly) weights() {
	for r := range 4 {
		a.broadcast(fmt.Sprintf("%d(AX)", 8*r), r)
	}
}

// symvFour writes axpyFour and dotFour in one pass over the rows.
func symvFour(a *assembly) {
	a.begin4("symvFour", "computes axpyFour and dotFour in one pass over the rows",
		[]string{"AX", "SI", "DI", "DX"}, parameter{"w", "*float64"}, parameter{"x", "*float64"},
		parameter{"y", "*float64"}, parameter{"s", "*float64"})
	a.weights()
	for r := range 4 {
		a.zero(4 + r)
	}
	a.alongRows(2, func(u int, p piece) {
		x, y, row := 8+3*u, 9+3*u, 10+3*u
		p.load("SI", x)
		p.load("DI", y)
		for r, base := range fourRows {
			p.load(base, row)
			a.f("VFMADD231PD %s, %s, %s", a.r(row), a.r(r), a.r(y))
			a.f("VFMADD231PD %s, %s, %s", a.r(row), a.r(x), a.r(4+r))
		}
		p.store(y, "DI")
	})
	for r := range 4 {
		a.total(4+r, 8, fmt.Sprintf("%d(DX)", 8*r))
	}
	a.end()
}

// eightRows are the registers that point to eight rows.
var eightRows = []string{"R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}

// symvEight writes the operation of symvFour for eight rows, which passes x and y half
// as often. It needs more registers than AVX2 has.
func symvEight(a *assembly) {
	a.begin("symvEight", "adds to y eight rows, stride apart, each times its weight in w, "+
		"and sets s to their inner products with x, each of n numbers, n at least one",
		[]string{"CX", "R8", "BX", "AX", "SI", "DI", "DX"},
		parameter{"n", "int"}, parameter{"rows", "*float64"}, parameter{"stride", "int"}, parameter{"w", "*float64"},
		parameter{"x", "*float64"}, parameter{"y", "*float64"}, parameter{"s", "*float64"})
	for i, row := range eightRows[1:] {
		a.f("LEAQ (%s)(BX*8), %s", eightRows[i], row)
	}
	const rows, x, y, row = 8, 16, 17, 18
	for r := range rows {
		a.broadcast(fmt.Sprintf("%d(AX)", 8*r), r)
		a.zero(rows + r)
	}
	a.alongRows(1, func(_ int, p piece) {
		p.load("SI", x)
		p.load("DI", y)
		for r, base := range eightRows {
			p.load(base, row+r%4)
			a.f("VFMADD231PD %s, %s, %s", a.r(row+r%4), a.r(r), a.r(y))
			a.f("VFMADD231PD %s, %s, %s", a.r(row+r%4), a.r(x), a.r(rows+r))
		}
		p.store(y, "DI")
	})
	for r := range rows {
		a.total(rows+r, r, fmt.Sprintf("%d(DX)", 8*r))
	}
	a.end()
}
