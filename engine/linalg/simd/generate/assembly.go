package main

import (
	"fmt"
	"math"
	"strings"
)

// vectors describes the registers of one instruction set and the tile that fits them.
type vectors struct {
	file, name string // in the names of files and functions
	register   string // letter of a vector register
	registers  int    // number of registers
	lanes      int    // numbers in a register
	tileRows   int
	tileWide   int // registers in a row of the tile
}

var (
	avx2   = vectors{file: "avx2", name: "AVX2", register: "Y", registers: 16, lanes: 4, tileRows: 4, tileWide: 3}
	avx512 = vectors{file: "avx512", name: "AVX512", register: "Z", registers: 32, lanes: 8, tileRows: 8, tileWide: 3}
)

// r returns the name of vector register i.
func (v vectors) r(i int) string {
	if i < 0 || i >= v.registers {
		panic(fmt.Sprintf("generate: no vector register %d", i))
	}
	return fmt.Sprintf("%s%d", v.register, i)
}

// x returns the name of the lowest 128 bits of vector register i.
func (v vectors) x(i int) string { return "X" + v.r(i)[1:] }

// bytes returns the size of a vector in bytes.
func (v vectors) bytes() int { return 8 * v.lanes }

func (v vectors) is512() bool { return v.lanes == 8 }

// An assembly is one file under construction.
type assembly struct {
	vectors
	*declarations
	text, data strings.Builder
	function   string
	frame      int // stack size of the next function in bytes
	constants  map[uint64]string
	table      bool
	leftStride int // number of values from a line of a tile's left sliver to the next
	direction  int // direction in which a tile's right sliver is read: 1 forwards, -1 backwards
}

// f writes one line of code.
func (a *assembly) f(format string, args ...any) {
	fmt.Fprintf(&a.text, "\t"+format+"\n", args...)
}

// label writes a label for jumps within the function.
func (a *assembly) label(name string) { fmt.Fprintf(&a.text, "%s:\n", name) }

// loop aligns and labels the head of a loop.
func (a *assembly) loop(name string) {
	a.f("PCALIGN $32")
	a.label(name)
}

// A parameter of a function: its Go name and type.
type parameter struct{ name, kind string }

// begin declares a function and loads its integer and pointer parameters into general
// registers, in their order. Each takes eight bytes.
func (a *assembly) begin(name, doc string, registers []string, parameters ...parameter) {
	a.function = name + a.name
	var list []string
	for _, p := range parameters {
		list = append(list, p.name+" "+p.kind)
	}
	signature := fmt.Sprintf("func %s(%s)", a.function, strings.Join(list, ", "))
	fmt.Fprintf(&a.text, "\n// %s\nTEXT ·%s(SB), NOSPLIT, $%d-%d\n", signature, a.function, a.frame, 8*len(parameters))
	a.declare(fmt.Sprintf("// %s %s.\n//\n//go:noescape\n%s\n", a.function, doc, signature))
	next := 0
	for i, p := range parameters {
		if p.kind != "float64" {
			a.f("MOVQ %s+%d(FP), %s", p.name, 8*i, registers[next])
			next++
		}
	}
}

// end writes the return of the function, which clears the upper halves of the
// registers.
func (a *assembly) end() {
	a.f("VZEROUPPER")
	a.f("RET")
}

// broadcast fills vector register i from memory.
func (a *assembly) broadcast(from string, i int) { a.f("VBROADCASTSD %s, %s", from, a.r(i)) }

// zero clears vector register i.
func (a *assembly) zero(i int) {
	if a.is512() {
		a.f("VPXORQ %[1]s, %[1]s, %[1]s", a.r(i))
		return
	}
	a.f("VXORPD %[1]s, %[1]s, %[1]s", a.r(i))
}

// constant returns the address of eight bytes that hold v.
func (a *assembly) constant(v float64) string { return a.constantBits(math.Float64bits(v)) }

func (a *assembly) constantBits(bits uint64) string {
	if a.constants == nil {
		a.constants = map[uint64]string{}
	}
	name, ok := a.constants[bits]
	if !ok {
		name = fmt.Sprintf("constant%s%d<>", a.name, len(a.constants))
		a.constants[bits] = name
		if a.data.Len() == 0 {
			a.data.WriteString("\n")
		}
		fmt.Fprintf(&a.data, "DATA %s+0(SB)/8, $0x%016x // %v\nGLOBL %s(SB), RODATA|NOPTR, $8\n",
			name, bits, math.Float64frombits(bits), name)
	}
	return name + "(SB)"
}

// lanesTable returns the address of four numbers with all bits set, followed by four
// zeros.
func (a *assembly) lanesTable() string {
	const name = "lanes<>"
	if !a.table {
		a.table = true
		for i := range 8 {
			fmt.Fprintf(&a.data, "DATA %s+%d(SB)/8, $0x%016x\n", name, 8*i, ^uint64(0)*uint64(1-i/4))
		}
		fmt.Fprintf(&a.data, "GLOBL %s(SB), RODATA|NOPTR, $64\n", name)
	}
	return name + "(SB)"
}

// declarations is the Go file that declares all functions.
type declarations struct{ list []string }

func newDeclarations() *declarations { return &declarations{} }

func (d *declarations) declare(s string) { d.list = append(d.list, s) }

func (d *declarations) text() string {
	return header + "\npackage simd\n\n" + strings.Join(d.list, "\n")
}
