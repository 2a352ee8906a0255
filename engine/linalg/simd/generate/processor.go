package main

// processor returns the file of the instructions that are the same for vectors of every
// width: CPUID and prefetching.
func processor(d *declarations) string {
	const describe = "func cpuid(leaf, subleaf uint32) (a, b, c, d uint32)"
	d.declare("// cpuid executes the instruction CPUID, which describes the processor.\n//\n//go:noescape\n" + describe + "\n")
	const ahead = "func prefetch(x *float64, lines int)"
	d.declare("// prefetch requests the given number of cache lines from x on and does not wait for\n// them.\n//\n//go:noescape\n" + ahead + "\n")
	return header + `
#include "textflag.h"

// ` + describe + `
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL subleaf+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// ` + ahead + `
TEXT ·prefetch(SB), NOSPLIT, $0-16
	MOVQ x+0(FP), SI
	MOVQ lines+8(FP), CX
	TESTQ CX, CX
	JLE done

ahead:
	PREFETCHT0 (SI)
	ADDQ $64, SI
	DECQ CX
	JNZ ahead

done:
	RET
`
}
