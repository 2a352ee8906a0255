package main

import "fmt"

// copyColumns writes the packing of a sliver whose lines are columns in memory, for
// slivers of one register and of tileWide registers.
func copyColumns(a *assembly) {
	for _, wide := range []int{1, a.tileWide} {
		a.begin(fmt.Sprintf("copy%d", wide*a.lanes),
			fmt.Sprintf("copies the first %d numbers of each of count rows of src, stride apart, one after the other to dst", wide*a.lanes),
			[]string{"DI", "SI", "R8", "CX"},
			parameter{"dst", "*float64"}, parameter{"src", "*float64"}, parameter{"stride", "int"}, parameter{"count", "int"})
		a.f("SHLQ $3, R8")
		const loop = "loop"
		a.loop(loop)
		for j := range wide {
			a.f("VMOVUPD %d(SI), %s", j*a.bytes(), a.r(j))
		}
		for j := range wide {
			a.f("VMOVUPD %s, %d(DI)", a.r(j), j*a.bytes())
		}
		a.f("ADDQ R8, SI")
		a.f("ADDQ $%d, DI", wide*a.bytes())
		a.f("DECQ CX")
		a.f("JNE %s", loop)
		a.end()
	}
}

// copyLess writes the packing of a sliver of tileWide registers whose lines are columns
// in memory, minus a shift that is the same in all rows.
func copyLess(a *assembly) {
	wide := a.tileWide
	a.begin("less", fmt.Sprintf("writes the first %d numbers of each of count rows of src, stride apart, minus shift, one after the other to dst and adds them to sum", wide*a.lanes),
		[]string{"DI", "SI", "R8", "CX", "AX", "DX"},
		parameter{"dst", "*float64"}, parameter{"src", "*float64"}, parameter{"stride", "int"}, parameter{"count", "int"},
		parameter{"shift", "*float64"}, parameter{"sum", "*float64"})
	a.f("SHLQ $3, R8")
	for j := range wide {
		a.f("VMOVUPD %d(AX), %s", j*a.bytes(), a.r(j))
		a.f("VMOVUPD %d(DX), %s", j*a.bytes(), a.r(wide+j))
	}
	const loop = "loop"
	a.loop(loop)
	for j := range wide {
		x := a.r(2*wide + j)
		a.f("VMOVUPD %d(SI), %s", j*a.bytes(), x)
		a.f("VSUBPD %s, %s, %s", a.r(j), x, x)
		a.f("VADDPD %s, %s, %s", x, a.r(wide+j), a.r(wide+j))
		a.f("VMOVUPD %s, %d(DI)", x, j*a.bytes())
	}
	a.f("ADDQ R8, SI")
	a.f("ADDQ $%d, DI", wide*a.bytes())
	a.f("DECQ CX")
	a.f("JNE %s", loop)
	for j := range wide {
		a.f("VMOVUPD %s, %d(DX)", a.r(wide+j), j*a.bytes())
	}
	a.end()
}

// squaredSteps writes the sum of squared differences of rows, of tileWide registers of
// columns.
func squaredSteps(a *assembly) {
	wide := a.tileWide
	a.begin("steps", fmt.Sprintf("adds the squares of the differences of count+1 rows of src, stride apart, to sum, in the first %d columns", wide*a.lanes),
		[]string{"SI", "R8", "CX", "DX"},
		parameter{"src", "*float64"}, parameter{"stride", "int"}, parameter{"count", "int"}, parameter{"sum", "*float64"})
	a.f("SHLQ $3, R8")
	for j := range wide {
		a.f("VMOVUPD %d(SI), %s", j*a.bytes(), a.r(j))
		a.f("VMOVUPD %d(DX), %s", j*a.bytes(), a.r(wide+j))
	}
	const loop = "loop"
	a.loop(loop)
	a.f("ADDQ R8, SI")
	for j := range wide {
		last, x := a.r(j), a.r(2*wide+j)
		a.f("VMOVUPD %d(SI), %s", j*a.bytes(), x)
		a.f("VSUBPD %s, %s, %s", last, x, last)
		a.f("VMULPD %[1]s, %[1]s, %[1]s", last)
		a.f("VADDPD %s, %s, %s", last, a.r(wide+j), a.r(wide+j))
		a.f("VMOVAPD %s, %s", x, last)
	}
	a.f("DECQ CX")
	a.f("JNE %s", loop)
	for j := range wide {
		a.f("VMOVUPD %s, %d(DX)", a.r(wide+j), j*a.bytes())
	}
	a.end()
}

// transpose writes the packing of rows: squares with as many rows and columns as a
// register has lanes are transposed in registers.
func transpose(a *assembly) {
	a.begin("transpose",
		fmt.Sprintf("writes the columns of %d rows of src, stride apart, as rows to dst, step apart: count squares of %[1]d×%[1]d", a.lanes),
		[]string{"DI", "R9", "SI", "R8", "CX"},
		parameter{"dst", "*float64"}, parameter{"step", "int"},
		parameter{"src", "*float64"}, parameter{"stride", "int"}, parameter{"count", "int"})
	a.f("SHLQ $3, R8")
	a.f("SHLQ $3, R9")
	const loop = "loop"
	a.loop(loop)
	a.f("MOVQ SI, R10")
	for i := range a.lanes {
		a.f("VMOVUPD (R10), %s", a.r(i))
		if i < a.lanes-1 {
			a.f("ADDQ R8, R10")
		}
	}
	result := a.transpose4
	if a.is512() {
		result = a.transpose8
	}
	for _, r := range result() {
		a.f("VMOVUPD %s, (DI)", a.r(r))
		a.f("ADDQ R9, DI")
	}
	a.f("ADDQ $%d, SI", a.bytes())
	a.f("DECQ CX")
	a.f("JNE %s", loop)
	a.end()
}

// transpose4 transposes registers 0 … 3 and returns the registers of the result.
func (a *assembly) transpose4() []int {
	for i := 0; i < 4; i += 2 {
		a.f("VUNPCKLPD %s, %s, %s", a.r(i+1), a.r(i), a.r(4+i))
		a.f("VUNPCKHPD %s, %s, %s", a.r(i+1), a.r(i), a.r(5+i))
	}
	for i := range 2 {
		a.f("VPERM2F128 $0x20, %s, %s, %s", a.r(6+i), a.r(4+i), a.r(i))
		a.f("VPERM2F128 $0x31, %s, %s, %s", a.r(6+i), a.r(4+i), a.r(2+i))
	}
	return []int{0, 1, 2, 3}
}

// transpose8 transposes registers 0 … 7 and returns the registers of the result.
func (a *assembly) transpose8() []int {
	for i := 0; i < 8; i += 2 {
		a.f("VUNPCKLPD %s, %s, %s", a.r(i+1), a.r(i), a.r(8+i))
		a.f("VUNPCKHPD %s, %s, %s", a.r(i+1), a.r(i), a.r(9+i))
	}
	// Registers 8, 10, 12, 14 hold the even columns, 9, 11, 13, 15 the odd ones.
	for odd := range 2 {
		for half, choice := range []string{"0x88", "0xDD"} {
			low, high := 16+odd*4+half*2, 17+odd*4+half*2
			a.f("VSHUFF64X2 $%s, %s, %s, %s", choice, a.r(10+odd), a.r(8+odd), a.r(low))
			a.f("VSHUFF64X2 $%s, %s, %s, %s", choice, a.r(14+odd), a.r(12+odd), a.r(high))
			// These are the columns 2·half + odd and 2·half + odd + 4.
			a.f("VSHUFF64X2 $0x88, %s, %s, %s", a.r(high), a.r(low), a.r(2*half+odd))
			a.f("VSHUFF64X2 $0xDD, %s, %s, %s", a.r(high), a.r(low), a.r(4+2*half+odd))
		}
	}
	return []int{0, 1, 2, 3, 4, 5, 6, 7}
}
