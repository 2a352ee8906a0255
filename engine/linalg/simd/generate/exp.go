package main

import (
	"maps"
	"math"
	"slices"
)

// The exponential is e^x = 2^k · e^r with k = round(x/ln 2) and |r| ≤ ln 2/2, and e^r =
// 1 + r + r²·q(r) with a polynomial q. ln 2 is subtracted in two parts (Cody and Waite,
// 1980); with fused products the first one is exact.
const (
	ln2High = math.Ln2
	ln2Low  = 2.319046813846299558e-17 // ln 2 - ln2High
	// magic + k has k in its lowest bits.
	magic = 3 << 51
	// Beyond these bounds the result does not change.
	highest     = 710
	lowestExp   = -750
	lowestExpm1 = -50
	// Below tiny e^x - 1 is x to rounding.
	tiny = 0x1p-60
)

// squaredDistances writes prod ← max(0, xx + zz - 2·prod) and the minimum of these.
func squaredDistances(a *assembly) {
	a.begin("squaredDistances", "sets each of the n numbers of prod to max(0, xx + zz - 2·prod), n at least one, "+
		"and least to the least of them that is a number",
		[]string{"CX", "DI", "SI", "DX"},
		parameter{"n", "int"}, parameter{"prod", "*float64"}, parameter{"xx", "float64"},
		parameter{"zz", "*float64"}, parameter{"least", "*float64"})
	a.broadcast("xx+16(FP)", 0)
	a.broadcast(a.constant(2), 1)
	a.zero(2)
	const least = 3
	a.broadcast(a.constant(math.Inf(1)), least)
	a.alongRows(4, func(u int, p piece) {
		d, prod := 4+2*u, 5+2*u
		p.load("SI", d)
		p.load("DI", prod)
		a.f("VADDPD %s, %s, %[1]s", a.r(d), a.r(0))
		a.f("VFNMADD231PD %s, %s, %s", a.r(prod), a.r(1), a.r(d))
		// If one operand is NaN, the result is the first one written.
		a.f("VMAXPD %s, %s, %[1]s", a.r(d), a.r(2))
		p.store(d, "DI")
		p.minimum(least, d)
	})
	a.fold("VMIN", least, 4, "(DX)")
	a.end()
}

// An exponential is the code that exp and expm1 share. Vector u of those processed
// together has x, then r, in register 3u, k in 3u+1 and the polynomial in 3u+2.
type exponential struct {
	asm     *assembly
	vectors int
	tail    bool           // the one vector is partial
	fixed   map[uint64]int // bits of constants that stay in a register
	spare   int            // next register for a temporary constant
}

func (e *exponential) r(u int) string { return e.asm.r(3 * u) }
func (e *exponential) k(u int) string { return e.asm.r(3*u + 1) }
func (e *exponential) p(u int) string { return e.asm.r(3*u + 2) }

// most is the number of vectors processed together.
const most = 4

// constant returns a register that holds v until three more constants are requested.
func (e *exponential) constant(v float64) string { return e.constantBits(math.Float64bits(v)) }

func (e *exponential) constantBits(v uint64) string {
	if i, ok := e.fixed[v]; ok {
		return e.asm.r(i)
	}
	i := 3 * most
	if e.asm.is512() {
		// There are enough registers: the constant stays.
		i += len(e.fixed)
		e.fixed[v] = i
	} else {
		i += e.spare
		e.spare = (e.spare + 1) % (e.asm.registers - 3*most)
	}
	e.asm.broadcast(e.asm.constantBits(v), i)
	return e.asm.r(i)
}

// forEach writes one line for each vector.
func (e *exponential) forEach(line func(u int)) {
	for u := range e.vectors {
		line(u)
	}
}

// reduce sets k and r from x, which it first clamps to the bounds. NaN stays, because
// the result of a maximum with NaN is the first operand written.
func (e *exponential) reduce(lowest float64) {
	low, high := e.constant(lowest), e.constant(highest)
	e.forEach(func(u int) { e.asm.f("VMAXPD %s, %s, %[1]s", e.r(u), low) })
	e.forEach(func(u int) { e.asm.f("VMINPD %s, %s, %[1]s", e.r(u), high) })
	log2e := e.constant(1 / ln2High)
	e.forEach(func(u int) { e.asm.f("VMULPD %s, %s, %s", e.r(u), log2e, e.k(u)) })
	round := "VROUNDPD"
	if e.asm.is512() {
		round = "VRNDSCALEPD"
	}
	e.forEach(func(u int) { e.asm.f("%s $8, %s, %[2]s", round, e.k(u)) })
	for _, part := range []float64{ln2High, ln2Low} {
		c := e.constant(part)
		e.forEach(func(u int) { e.asm.f("VFNMADD231PD %s, %s, %s", c, e.k(u), e.r(u)) })
	}
}

// polynomial sets p to e^r - 1 = r + r·(r·q(r)).
func (e *exponential) polynomial(degree int) {
	q := quotient(degree)
	first := e.constant(q[degree])
	move := "VMOVAPD %s, %s"
	e.forEach(func(u int) { e.asm.f(move, first, e.p(u)) })
	for n := degree - 1; n >= 0; n-- {
		c := e.constant(q[n])
		e.forEach(func(u int) { e.asm.f("VFMADD213PD %s, %s, %s", c, e.r(u), e.p(u)) })
	}
	e.forEach(func(u int) { e.asm.f("VMULPD %s, %s, %[2]s", e.r(u), e.p(u)) })
	e.forEach(func(u int) { e.asm.f("VFMADD213PD %s, %[1]s, %s", e.r(u), e.p(u)) })
}

// power replaces the integer in register to by 2^(number + shift), which must be
// normal.
func (e *exponential) power(to string, shift int) {
	e.asm.f("VADDPD %s, %s, %[2]s", e.constant(magic+1023+float64(shift)), to)
	e.asm.f("VPSLLQ $52, %s, %[1]s", to)
}

// overVectors writes a function over the n numbers from x on.
func (a *assembly) overVectors(name, doc string, body func(*exponential)) {
	a.begin(name, doc, []string{"CX", "DI"}, parameter{"n", "int"}, parameter{"x", "*float64"})
	e := &exponential{asm: a, fixed: map[uint64]int{}}
	if a.is512() {
		// Every constant is loaded once, before the loops.
		code := a.text.String()
		e.vectors = most
		body(e)
		a.text.Reset()
		a.text.WriteString(code)
		for _, v := range slices.SortedFunc(maps.Keys(e.fixed), func(a, b uint64) int { return e.fixed[a] - e.fixed[b] }) {
			i := e.fixed[v]
			a.broadcast(a.constantBits(v), i)
		}
	}
	for _, n := range []int{most, 1} {
		loop, past := "loop4", "past4"
		if n == 1 {
			loop, past = "loop1", "past1"
		}
		a.f("SUBQ $%d, CX", n*a.lanes)
		a.f("JLT %s", past)
		a.loop(loop)
		e.vectors = n
		body(e)
		a.f("ADDQ $%d, DI", n*a.bytes())
		a.f("SUBQ $%d, CX", n*a.lanes)
		a.f("JGE %s", loop)
		a.label(past)
		a.f("ADDQ $%d, CX", n*a.lanes)
	}
	a.f("JEQ done")
	e.tail = true
	e.selectLanes()
	body(e)
	a.label("done")
	a.end()
}

// The lanes of a partial vector are selected by mask register 2 or, with AVX2, by the
// signs of vector register 11.
const selectedLanes = 11

// selectLanes selects the first CX lanes.
func (e *exponential) selectLanes() {
	if e.asm.is512() {
		e.asm.mask("K2")
		return
	}
	e.asm.f("LEAQ %s, AX", e.asm.lanesTable())
	e.asm.f("NEGQ CX")
	e.asm.f("VMOVDQU 32(AX)(CX*8), %s", e.asm.r(selectedLanes))
}

// load reads the vectors. Unselected lanes of the last one are zero.
func (e *exponential) load() {
	switch {
	case !e.tail:
		e.forEach(func(u int) { e.asm.f("VMOVUPD %d(DI), %s", u*e.asm.bytes(), e.r(u)) })
	case e.asm.is512():
		e.asm.f("VMOVUPD.Z (DI), K2, %s", e.r(0))
	default:
		e.asm.f("VMASKMOVPD (DI), %s, %s", e.asm.r(selectedLanes), e.r(0))
	}
}

// store writes the results.
func (e *exponential) store() {
	switch {
	case !e.tail:
		e.forEach(func(u int) { e.asm.f("VMOVUPD %s, %d(DI)", e.p(u), u*e.asm.bytes()) })
	case e.asm.is512():
		e.asm.f("VMOVUPD %s, K2, (DI)", e.p(0))
	default:
		e.asm.f("VMASKMOVPD %s, %s, (DI)", e.p(0), e.asm.r(selectedLanes))
	}
}

// exp writes e^x.
func exp(a *assembly) {
	a.overVectors("exp", "replaces the n numbers from x on by their exponentials", func(e *exponential) {
		e.load()
		e.reduce(lowestExp)
		e.polynomial(9)
		one := e.constant(1)
		e.forEach(func(u int) { e.asm.f("VADDPD %s, %s, %[2]s", one, e.p(u)) })
		if e.asm.is512() {
			e.forEach(func(u int) { e.asm.f("VSCALEFPD %s, %s, %[2]s", e.k(u), e.p(u)) })
		} else {
			e.scaleTwice()
		}
		e.store()
	})
}

// scaleTwice multiplies p by 2^k in two halves of k. Each half is a normal number, so
// that a subnormal result is rounded once.
func (e *exponential) scaleTwice() {
	half := e.constant(0.5)
	e.forEach(func(u int) { e.asm.f("VMULPD %s, %s, %s", e.k(u), half, e.r(u)) })
	e.forEach(func(u int) { e.asm.f("VROUNDPD $9, %s, %[1]s", e.r(u)) })
	e.forEach(func(u int) { e.asm.f("VSUBPD %s, %s, %[2]s", e.r(u), e.k(u)) })
	e.forEach(func(u int) { e.power(e.r(u), 0) })
	e.forEach(func(u int) { e.power(e.k(u), 0) })
	e.forEach(func(u int) { e.asm.f("VMULPD %s, %s, %[2]s", e.r(u), e.p(u)) })
	e.forEach(func(u int) { e.asm.f("VMULPD %s, %s, %[2]s", e.k(u), e.p(u)) })
}

// expm1 writes e^x - 1 as 2·(t·(e^r - 1) + (t - ½)) with t = 2^(k-1), which does not
// overflow before the result does.
func expm1(a *assembly) {
	a.overVectors("expm1", "replaces each v of the n numbers from x on by e^v - 1", func(e *exponential) {
		e.load()
		e.reduce(lowestExpm1)
		e.polynomial(10)
		half := e.constant(0.5)
		if e.asm.is512() {
			e.forEach(func(u int) { e.asm.f("VSCALEFPD %s, %s, %[1]s", e.k(u), half) })
		} else {
			e.forEach(func(u int) { e.power(e.k(u), -1) })
			half = e.constant(0.5)
		}
		e.forEach(func(u int) { e.asm.f("VSUBPD %s, %s, %s", half, e.k(u), e.r(u)) })
		e.forEach(func(u int) { e.asm.f("VFMADD213PD %s, %s, %s", e.r(u), e.k(u), e.p(u)) })
		e.forEach(func(u int) { e.asm.f("VADDPD %s, %[1]s, %[1]s", e.p(u)) })
		e.keepTiny()
		e.store()
	})
}

// keepTiny restores x where e^x - 1 is x to rounding, which keeps subnormal numbers and
// the sign of a zero.
func (e *exponential) keepTiny() {
	e.load()
	bits, bound := e.constantBits(1<<63-1), e.constant(tiny)
	e.forEach(func(u int) { e.asm.f("VANDPD %s, %s, %s", bits, e.r(u), e.k(u)) })
	for u := range e.vectors {
		if e.asm.is512() {
			e.asm.f("VCMPPD $17, %s, %s, K1", bound, e.k(u))
			e.asm.f("VMOVAPD %s, K1, %s", e.r(u), e.p(u))
			continue
		}
		e.asm.f("VCMPPD $17, %s, %s, %[2]s", bound, e.k(u))
		e.asm.f("VBLENDVPD %s, %s, %s, %[3]s", e.k(u), e.r(u), e.p(u))
	}
}
