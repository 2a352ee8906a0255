package main

import "fmt"

// cosine writes the cosine transform of 16 rows. It computes the sums in the order of
// the portable path, without fused operations, so that results are the same on all
// paths.
func cosine(a *assembly) {
	dry := &assembly{vectors: a.vectors, declarations: newDeclarations()}
	a.frame = (&cosine16{straight{asm: dry}}).write()
	a.begin("cosine16", fmt.Sprintf("writes the cosine transform of the first n numbers of 16 rows x, n a multiple of %d and not zero, to the rows y; w are the scales and the sines", a.lanes),
		[]string{"CX", "SI", "DI", "DX"},
		parameter{"n", "int"}, parameter{"x", "*[16][]float64"}, parameter{"y", "*[16][]float64"}, parameter{"w", "*float64"})
	a.frame = 0
	a.f("XORQ BX, BX")
	a.loop("loop")
	(&cosine16{straight{asm: a}}).write()
	a.f("ADDQ $%d, BX", a.bytes())
	a.f("SUBQ $%d, CX", a.lanes)
	a.f("JNE loop")
	a.end()
}

// cosine16 is the transform of one vector of each row.
type cosine16 struct{ straight }

// row loads the address of row j, whose slice header is at base, into AX, and returns
// the operand.
func (c *cosine16) row(base string, j int) string {
	c.asm.f("MOVQ %d(%s), AX", 24*j, base)
	return "(AX)(BX*1)"
}

func (c *cosine16) x(j int) value {
	return c.append(func(result string, _ []string) { c.asm.f("VMOVUPD %s, %s", c.row("SI", j), result) })
}

func (c *cosine16) y(f int, v value) {
	c.store(v, func(register string) { c.asm.f("VMOVUPD %s, %s", register, c.row("DI", f)) })
}

// sine multiplies by sin(πk/16), scale by the scale of row f. In memory the sines
// follow the scales of all rows.
func (c *cosine16) sine(k int, v value) value  { return c.times(fmt.Sprintf("%d(DX)", 8*(15+k)), v) }
func (c *cosine16) scale(f int, v value) value { return c.times(fmt.Sprintf("%d(DX)", 8*f), v) }

func (c *cosine16) timesNumber(number float64, v value) value {
	return c.times(c.asm.constant(number), v)
}

// sum returns the sum of values, added from the left.
func (c *cosine16) sum(of ...value) value {
	sum := of[0]
	for _, v := range of[1:] {
		sum = c.add(sum, v)
	}
	return sum
}

// write writes the transform and returns the bytes of stack that it uses.
func (c *cosine16) write() (frame int) {
	var d [16]value
	before := c.x(0)
	for j := 1; j < 16; j++ {
		x := c.x(j)
		d[j], before = c.subtract(x, before), x
	}
	var a, b [8]value
	for j := 1; j < 8; j++ {
		a[j], b[j] = c.add(d[j], d[16-j]), c.subtract(d[j], d[16-j])
	}
	falling := []value{}
	for j := 1; j < 7; j++ {
		falling = append(falling, c.timesNumber(float64(8-j), b[j]))
	}
	c.y(0, c.add(c.timesNumber(0.5, c.sum(append(a[1:8:8], d[8])...)), c.timesNumber(0.0625, c.sum(append(falling, b[7])...))))

	c.even(c.add(b[1], b[7]), c.add(b[2], b[6]), c.add(b[3], b[5]), b[4],
		c.subtract(b[1], b[7]), c.subtract(b[2], b[6]), c.subtract(b[3], b[5]))

	e1, e3, e5, e7 := c.odd8(a[2], a[4], a[6], d[8])
	c.pair(1, c.sum(c.sine(1, a[1]), c.sine(3, a[3]), c.sine(5, a[5]), c.sine(7, a[7])), e1)
	c.pair(3, c.subtract(c.sum(c.sine(3, a[1]), c.sine(7, a[3]), c.sine(1, a[5])), c.sine(5, a[7])), e3)
	c.pair(5, c.add(c.subtract(c.add(c.sine(5, a[1]), c.sine(1, a[3])), c.sine(7, a[5])), c.sine(3, a[7])), e5)
	c.pair(7, c.subtract(c.add(c.subtract(c.sine(7, a[1]), c.sine(5, a[3])), c.sine(3, a[5])), c.sine(1, a[7])), e7)
	return c.allocateRegisters()
}

// even writes the rows of even f, which are the transform of eight samples.
func (c *cosine16) even(a1, a2, a3, d4, b1, b2, b3 value) {
	r2, r6, r10, r14 := c.odd8(a1, a2, a3, d4)
	c.y(2, c.scale(2, r2))
	c.y(6, c.scale(6, r6))
	c.y(10, c.scale(10, r10))
	c.y(14, c.scale(14, r14))
	odd := c.sine(4, c.add(b1, b3))
	c.y(4, c.scale(4, c.add(odd, b2)))
	c.y(8, c.scale(8, c.subtract(b1, b3)))
	c.y(12, c.scale(12, c.subtract(odd, b2)))
}

// odd8 returns the sine sums of odd f of eight samples.
func (c *cosine16) odd8(a1, a2, a3, d4 value) (r1, r3, r5, r7 value) {
	odd1, odd3 := c.add(c.sine(2, a1), c.sine(6, a3)), c.subtract(c.sine(6, a1), c.sine(2, a3))
	middle := c.sine(4, a2)
	even1, even3 := c.add(middle, d4), c.subtract(middle, d4)
	return c.add(odd1, even1), c.add(odd3, even3), c.subtract(odd3, even3), c.subtract(odd1, even1)
}

// pair writes the rows f and 16−f.
func (c *cosine16) pair(f int, odd, even value) {
	c.y(f, c.scale(f, c.add(odd, even)))
	c.y(16-f, c.scale(16-f, c.subtract(odd, even)))
}
