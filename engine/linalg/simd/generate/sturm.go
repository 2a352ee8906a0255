package main

import "fmt"

// sturmSteps is the number of terms of a Sturm sequence between two scalings.
const sturmSteps = 8

// sturm writes the counting of sign changes in Sturm sequences for two vectors of
// points: each term depends on the previous one, so two sequences run side by side.
func sturm(a *assembly) {
	a.begin("sturm", fmt.Sprintf("writes to changes the number of changes of sign in the sequence 1, ρ_0, …, ρ_(n-1), "+
		"ρ_k = (λ - d_k) ρ_(k-1) - squares_k ρ_(k-2), for the %d points λ, n a multiple of %d", 2*a.lanes, sturmSteps),
		[]string{"CX", "SI", "DI", "AX", "DX"},
		parameter{"n", "int"}, parameter{"d", "*float64"}, parameter{"squares", "*float64"},
		parameter{"points", "*float64"}, parameter{"changes", "*int64"})
	const chains, d, square, exponents, top, spare = 2, 8, 9, 10, 11, 12
	point, now, before, count := []int{0, 1}, []int{2, 3}, []int{4, 5}, []int{6, 7}
	a.broadcast(a.constantBits(0x7ff<<52), exponents)
	a.broadcast(a.constantBits(0x7fe<<52), top)
	one := a.constant(1)
	for c := range chains {
		a.f("VMOVUPD %d(AX), %s", c*a.bytes(), a.r(point[c]))
		a.broadcast(one, now[c])
		a.zero(before[c])
		a.zero(count[c])
	}
	a.f("XORQ BX, BX")
	a.loop("loop")
	for step := range sturmSteps {
		a.broadcast(fmt.Sprintf("%d(SI)(BX*1)", 8*step), d)
		a.broadcast(fmt.Sprintf("%d(DI)(BX*1)", 8*step), square)
		for c := range chains {
			t := a.r(spare + c)
			a.f("VMULPD %s, %s, %[2]s", a.r(square), a.r(before[c]))
			a.f("VSUBPD %s, %s, %s", a.r(d), a.r(point[c]), t)
			a.f("VFMSUB231PD %s, %s, %s", t, a.r(now[c]), a.r(before[c]))
			a.f("VXORPD %s, %s, %s", a.r(now[c]), a.r(before[c]), t)
			a.f("VPSRLQ $63, %s, %[1]s", t)
			a.f("VPADDQ %s, %s, %[2]s", t, a.r(count[c]))
		}
		now, before = before, now
	}
	for c := range chains {
		t, u := a.r(spare+c), a.r(d+c)
		a.f("VANDPD %s, %s, %s", a.r(exponents), a.r(now[c]), t)
		a.f("VANDPD %s, %s, %s", a.r(exponents), a.r(before[c]), u)
		a.f("VMAXPD %s, %s, %[2]s", u, t)
		a.f("VPSUBQ %s, %s, %[1]s", t, a.r(top)) // inverse of the power of two
		a.f("VMULPD %s, %s, %[2]s", t, a.r(now[c]))
		a.f("VMULPD %s, %s, %[2]s", t, a.r(before[c]))
	}
	a.f("ADDQ $%d, BX", 8*sturmSteps)
	a.f("SUBQ $%d, CX", sturmSteps)
	a.f("JGT loop")
	for c := range chains {
		a.f("VMOVUPD %s, %d(DX)", a.r(count[c]), c*a.bytes())
	}
	a.end()
}
