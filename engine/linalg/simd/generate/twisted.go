package main

// twistedLanes is the number of vectors computed at a time by all instruction sets.
const twistedLanes = 8

// twisted writes the twisted factorisations of a tridiagonal matrix minus eight
// numbers, and the eigenvectors from them. The factorisations from the top and from the
// bottom run side by side, because each step waits for a division.
func twisted(a *assembly) {
	a.begin("twisted", "factors the tridiagonal matrix with the diagonal d, n numbers, and e_i left of d_i, e_0 = e_n = 0, "+
		"minus each of eight numbers λ: it writes the index of the twist of each to twist, and the vectors above and below it to the rows up and down",
		[]string{"CX", "SI", "DI", "AX", "R8", "R10", "DX"},
		parameter{"n", "int"}, parameter{"d", "*float64"}, parameter{"e", "*float64"}, parameter{"lambda", "*float64"},
		parameter{"up", "*float64"}, parameter{"down", "*float64"}, parameter{"twist", "*float64"})
	a.f("MOVQ CX, R13")
	a.twistedFactors()
	a.twistedChoice()
	a.twistedVectors()
	a.end()
}

// twistedRow is the distance of rows of up and down in bytes.
const twistedRow = 8 * twistedLanes

func (a *assembly) twistedChains() int { return twistedLanes / a.lanes }

// twistedFactors sets row i+1 of up to e_(i+1)/δ_i, δ_i = λ - d_i - e_i up_i, and row i
// of down to e_i/δ_i, δ_i = λ - d_i - e_(i+1) down_(i+1). SI, DI, R8 and R10 are
// preserved.
func (a *assembly) twistedFactors() {
	const number, tiny = 12, 13
	chains := a.twistedChains()
	for c := range chains {
		a.f("VMOVUPD %d(AX), %s", c*a.bytes(), a.r(c))
		a.zero(2 + c)
		a.zero(4 + c)
		a.f("VMOVUPD %s, %d(R8)", a.r(2+c), c*a.bytes())
	}
	a.broadcast(a.constant(0x1p-100), tiny)
	a.f("MOVQ R8, R9")
	a.f("MOVQ CX, R11")
	a.f("SHLQ $6, R11")
	a.f("ADDQ R10, R11") // the row after the last one of down
	for c := range chains {
		a.f("VMOVUPD %s, %d(R11)", a.r(4+c), c*a.bytes())
	}
	a.f("XORQ BX, BX")
	a.loop("factors")
	a.f("DECQ CX")
	a.f("ADDQ $%d, R9", twistedRow)
	a.f("SUBQ $%d, R11", twistedRow)
	for _, way := range []struct {
		own, before, after, at string
		last                   int
	}{
		{"(SI)(BX*1)", "(DI)(BX*1)", "8(DI)(BX*1)", "R9", 2},
		{"(SI)(CX*8)", "8(DI)(CX*8)", "(DI)(CX*8)", "R11", 4},
	} {
		a.broadcast(way.own, number)
		for c := range chains {
			a.f("VSUBPD %s, %s, %s", a.r(number), a.r(c), a.r(way.last+4+c))
		}
		a.broadcast(way.before, number)
		for c := range chains {
			a.f("VFNMADD231PD %s, %s, %s", a.r(number), a.r(way.last+c), a.r(way.last+4+c))
		}
		a.broadcast(way.after, number)
		for c := range chains {
			a.f("VADDPD %s, %s, %[2]s", a.r(tiny), a.r(way.last+4+c)) // No pivot is zero.
			a.f("VDIVPD %s, %s, %s", a.r(way.last+4+c), a.r(number), a.r(way.last+c))
			a.f("VMOVUPD %s, %d(%s)", a.r(way.last+c), c*a.bytes(), way.at)
		}
	}
	a.f("ADDQ $8, BX")
	a.f("TESTQ CX, CX")
	a.f("JNE factors")
}

// twistedChoice finds the row with the smallest |λ - d_i - e_i up_i - e_(i+1)
// down_(i+1)|, in vector registers 4 and up, and stores it.
func (a *assembly) twistedChoice() {
	const best, choice, x, position, one, absolute, number, mask = 2, 4, 6, 8, 9, 10, 11, 12
	chains := a.twistedChains()
	for c := range chains {
		a.broadcast(a.constantBits(0x7fef<<48), best+c)
		a.zero(choice + c)
	}
	a.zero(position)
	a.broadcast(a.constant(1), one)
	a.broadcast(a.constantBits(^uint64(0)>>1), absolute)
	a.f("MOVQ R8, R9")
	a.f("MOVQ R10, R11")
	a.f("XORQ BX, BX")
	a.loop("choice")
	a.broadcast("(SI)(BX*8)", number)
	for c := range chains {
		a.f("VSUBPD %s, %s, %s", a.r(number), a.r(c), a.r(x+c))
	}
	a.broadcast("(DI)(BX*8)", number)
	for c := range chains {
		a.f("VFNMADD231PD %d(R9), %s, %s", c*a.bytes(), a.r(number), a.r(x+c))
	}
	a.broadcast("8(DI)(BX*8)", number)
	for c := range chains {
		a.f("VFNMADD231PD %d(R11), %s, %s", twistedRow+c*a.bytes(), a.r(number), a.r(x+c))
		a.f("VANDPD %s, %s, %[2]s", a.r(absolute), a.r(x+c))
		a.compare(lessThan, best+c, x+c, mask)
		a.blend(mask, x+c, best+c)
		a.blend(mask, position, choice+c)
	}
	a.f("VADDPD %s, %s, %[2]s", a.r(one), a.r(position))
	a.f("ADDQ $%d, R9", twistedRow)
	a.f("ADDQ $%d, R11", twistedRow)
	a.f("INCQ BX")
	a.f("CMPQ BX, R13")
	a.f("JNE choice")
	for c := range chains {
		a.f("VMOVUPD %s, %d(DX)", a.r(choice+c), c*a.bytes())
	}
}

// twistedVectors replaces row i+1 of up by entry i of the vectors up to the twist, and
// row i of down by entry i from the twist on.
func (a *assembly) twistedVectors() {
	const up, down, choice, upAt, downAt, one, absolute, least, size, mask = 0, 2, 4, 6, 7, 9, 10, 11, 12, 13
	chains := a.twistedChains()
	for c := range chains {
		a.zero(up + c)
		a.zero(down + c)
	}
	a.zero(downAt)
	a.f("VSUBPD %s, %s, %s", a.r(one), a.r(8), a.r(upAt)) // the last position
	a.broadcast(a.constant(0x1p-300), least)
	a.f("MOVQ R13, R9")
	a.f("SHLQ $6, R9")
	a.f("ADDQ R8, R9")
	a.f("MOVQ R10, R11")
	a.loop("vectors")
	for c := range chains {
		for _, way := range []struct {
			row    string
			x, pos int
		}{{"R9", up + c, upAt}, {"R11", down + c, downAt}} {
			a.f("VMULPD %d(%s), %s, %[3]s", c*a.bytes(), way.row, a.r(way.x))
			a.f("VANDPD %s, %s, %s", a.r(absolute), a.r(way.x), a.r(size))
			a.compare(lessThan, size, least, mask) // Negligible numbers would become subnormal and slow.
			a.keep(mask, way.x)
			a.compare(equal, choice+c, way.pos, mask)
			a.blend(mask, one, way.x)
			a.f("VMOVUPD %s, %d(%s)", a.r(way.x), c*a.bytes(), way.row)
		}
	}
	a.f("VADDPD %s, %s, %[2]s", a.r(one), a.r(downAt))
	a.f("VSUBPD %s, %s, %[2]s", a.r(one), a.r(upAt))
	a.f("SUBQ $%d, R9", twistedRow)
	a.f("ADDQ $%d, R11", twistedRow)
	a.f("DECQ R13")
	a.f("JNE vectors")
}

// Predicates of compare.
const equal, lessThan = 0, 1

// compare sets the lanes of mask where x predicate y holds. x and y are vector
// registers; mask is one with AVX2, else K1.
func (a *assembly) compare(predicate, y, x, mask int) {
	if a.is512() {
		a.f("VCMPPD $%d, %s, %s, K1", predicate, a.r(y), a.r(x))
		return
	}
	a.f("VCMPPD $%d, %s, %s, %s", predicate, a.r(y), a.r(x), a.r(mask))
}

// blend copies the lanes of vector register from that the mask of compare selects to
// register to.
func (a *assembly) blend(mask, from, to int) {
	if a.is512() {
		a.f("VMOVAPD %s, K1, %s", a.r(from), a.r(to))
		return
	}
	a.f("VBLENDVPD %s, %s, %s, %[3]s", a.r(mask), a.r(from), a.r(to))
}

// keep clears the lanes of vector register x that the mask of compare does not select.
func (a *assembly) keep(mask, x int) {
	if a.is512() {
		a.f("VMOVAPD.Z %s, K1, %[1]s", a.r(x))
		return
	}
	a.f("VANDPD %s, %s, %[2]s", a.r(mask), a.r(x))
}
