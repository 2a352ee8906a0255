package main

// peak writes a loop that adds products in registers alone, with as many independent
// sums as a tile has.
func peak(a *assembly) {
	a.begin("peak", "adds in each of n rounds, n at least one, the product of two registers to each register of a tile's sums",
		[]string{"CX"}, parameter{"n", "int"})
	sums := a.tileRows * a.tileWide
	for i := range sums {
		a.zero(i)
	}
	x, y := sums, sums+1
	a.broadcast(a.constant(0.5), x)
	a.broadcast(a.constant(0.25), y)
	a.loop("loop")
	for i := range sums {
		a.f("VFMADD231PD %s, %s, %s", a.r(x), a.r(y), a.r(i))
	}
	a.f("DECQ CX")
	a.f("JNE loop")
	a.end()
}
