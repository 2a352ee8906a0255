package simd

// caches returns the data caches of this processor from CPUID leaf 4, or leaf
// 0x8000001D on processors with that one instead (AMD64 Architecture Programmer's
// Manual 3, appendix E; Intel 64 Software Developer's Manual 2A, CPUID).
func caches() Caches {
	const (
		intelLeaf, amdLeaf    = 4, 0x8000001D
		amdFeatures, topology = 0x80000001, 1 << 22
		most                  = 16
	)
	leaf := uint32(0)
	if last, _, _, _ := cpuid(0, 0); last >= intelLeaf {
		leaf = intelLeaf
	}
	if last, _, _, _ := cpuid(0x80000000, 0); last >= amdLeaf {
		if _, _, c, _ := cpuid(amdFeatures, 0); c&topology != 0 {
			leaf = amdLeaf
		}
	}
	var out Caches
	for i := uint32(0); leaf != 0 && i < most; i++ {
		a, b, c, _ := cpuid(leaf, i)
		if a&31 == 0 {
			break
		}
		out.add(a, b, c)
	}
	return out
}
