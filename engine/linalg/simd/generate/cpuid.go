package main

// cpuid is the file of the instruction that describes the processor.
func cpuid(d *declarations) string {
	const signature = "func cpuid(leaf, subleaf uint32) (a, b, c, d uint32)"
	d.declare("// cpuid is the instruction of that name: it describes the processor.\n//\n//go:noescape\n" + signature + "\n")
	return header + `
#include "textflag.h"

// ` + signature + `
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL subleaf+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET
`
}
