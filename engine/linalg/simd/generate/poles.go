package main

import "fmt"

// poleSums writes sums over the poles of a rational function, from the first to the
// last or, for down, from the last to the first.
func poleSums(a *assembly, down bool) {
	name, order := "poleSumsUp", "from the first to the last"
	if down {
		name, order = "poleSumsDown", "from the last to the first"
	}
	a.begin(name, "sets s to the sums of z·t, of t² and of the partial sums of z·t, where t = z/((d - origin) - tau), over n poles, "+
		"n at least one, "+order+", in as many sums as a vector has lanes",
		[]string{"CX", "SI", "DI", "DX"},
		parameter{"n", "int"}, parameter{"d", "*float64"}, parameter{"z", "*float64"},
		parameter{"origin", "float64"}, parameter{"tau", "float64"}, parameter{"s", "*float64"})
	const origin, tau, sum, squares, partial = 0, 1, 2, 3, 4
	a.broadcast("origin+24(FP)", origin)
	a.broadcast("tau+32(FP)", tau)
	for i := sum; i <= partial; i++ {
		a.zero(i)
	}
	body := func(p piece) {
		const t, z = 5, 6
		p.load("DI", z)
		p.term(t, z, origin, tau)
		a.f("VFMADD231PD %s, %s, %s", a.r(z), a.r(t), a.r(sum))
		a.f("VFMADD231PD %[1]s, %[1]s, %[2]s", a.r(t), a.r(squares))
		a.f("VADDPD %s, %s, %[2]s", a.r(sum), a.r(partial))
	}
	a.tailFirst(down, body)
	for i := sum; i <= partial; i++ {
		a.total(i, 7, fmt.Sprintf("%d(DX)", 8*(i-sum)))
	}
	a.end()
}

func poleSumsUp(a *assembly)   { poleSums(a, false) }
func poleSumsDown(a *assembly) { poleSums(a, true) }

// poleTerms writes dst = z/((d - origin) - tau).
func poleTerms(a *assembly) {
	a.begin("poleTerms", "sets the n numbers of dst to z/((d - origin) - tau), n at least one",
		[]string{"CX", "SI", "DI", "DX"},
		parameter{"n", "int"}, parameter{"d", "*float64"}, parameter{"z", "*float64"},
		parameter{"origin", "float64"}, parameter{"tau", "float64"}, parameter{"dst", "*float64"})
	a.broadcast("origin+24(FP)", 0)
	a.broadcast("tau+32(FP)", 1)
	a.alongRows(2, func(u int, p piece) {
		t, z := 2+2*u, 3+2*u
		p.load("DI", z)
		p.term(t, z, 0, 1)
		p.store(t, "DX")
	})
	a.end()
}

// poleRatios writes y *= ((d - origin) - tau)/(d - pole).
func poleRatios(a *assembly) {
	a.begin("poleRatios", "multiplies the n numbers of y by ((d - origin) - tau)/(d - pole), n at least one",
		[]string{"CX", "SI", "DI"},
		parameter{"n", "int"}, parameter{"d", "*float64"}, parameter{"origin", "float64"}, parameter{"tau", "float64"},
		parameter{"pole", "float64"}, parameter{"y", "*float64"})
	a.broadcast("origin+16(FP)", 0)
	a.broadcast("tau+24(FP)", 1)
	a.broadcast("pole+32(FP)", 2)
	a.alongRows(2, func(u int, p piece) {
		d, over, y := 3+3*u, 4+3*u, 5+3*u
		p.load("SI", d)
		p.load("DI", y)
		p.apply("VSUB", 2, d, over)
		p.apply("VSUB", 0, d, d)
		p.apply("VSUB", 1, d, d)
		p.apply("VDIV", over, d, d)
		p.apply("VMUL", d, y, y)
		p.store(y, "DI")
	})
	a.end()
}

// term sets vector register t to z/((d - origin) - tau), with d read from SI; all
// arguments are registers. Lanes past the end are zero.
func (p piece) term(t, z, origin, tau int) {
	p.load("SI", t)
	p.apply("VSUB", origin, t, t)
	p.apply("VSUB", tau, t, t)
	p.apply("VDIV", t, z, t)
}

// apply sets register to to x operation y; y comes first, as in the assembler. Lanes
// past the end are set to zero without computing, because they could be 0/0.
func (p piece) apply(operation string, y, x, to int) {
	switch {
	case !p.tail:
		p.asm.f("%sPD %s, %s, %s", operation, p.asm.r(y), p.asm.r(x), p.asm.r(to))
	case p.asm.is512():
		p.asm.f("%sPD.Z %s, %s, K1, %s", operation, p.asm.r(y), p.asm.r(x), p.asm.r(to))
	default:
		p.asm.f("%sSD %s, %s, %s", operation, p.asm.x(y), p.asm.x(x), p.asm.x(to))
	}
}

// tailFirst runs body over rows of CX numbers, CX at least one: first over the numbers
// that do not fill a vector, masked or one by one, then over the vectors. These numbers
// are at the beginning, or for down at the end, from where it runs backwards. BX is the
// index in bytes.
func (a *assembly) tailFirst(down bool, body func(p piece)) {
	whole := piece{a, 0, false}
	a.f("MOVQ CX, R8")
	a.f("ANDQ $%d, CX", a.lanes-1)
	a.f("SUBQ CX, R8") // the numbers in whole vectors
	a.f("XORQ BX, BX")
	if down {
		a.f("LEAQ (R8*8), BX")
		if !a.is512() {
			a.f("LEAQ (BX)(CX*8), BX")
		}
	}
	a.f("TESTQ CX, CX")
	a.f("JEQ vectors")
	rest := piece{a, 0, true}
	if a.is512() {
		a.mask("K1")
		body(rest)
		if !down {
			a.f("LEAQ (CX*8), BX")
		}
	} else {
		a.label("one")
		if down {
			a.f("SUBQ $8, BX")
		}
		body(rest)
		if !down {
			a.f("ADDQ $8, BX")
		}
		a.f("DECQ CX")
		a.f("JNE one")
	}
	a.label("vectors")
	a.f("SUBQ $%d, R8", a.lanes)
	a.f("JLT done")
	a.loop("loop")
	if down {
		a.f("SUBQ $%d, BX", a.bytes())
	}
	body(whole)
	if !down {
		a.f("ADDQ $%d, BX", a.bytes())
	}
	a.f("SUBQ $%d, R8", a.lanes)
	a.f("JGE loop")
	a.label("done")
}
