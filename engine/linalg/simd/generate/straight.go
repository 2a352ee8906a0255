package main

import "slices"

// A straight is code without branches over vectors. Values are computed in the order in
// which they are appended. Registers hold as many as possible and the stack the others;
// the value that is needed last is spilled first (Belady, IBM Systems Journal 5, 1966).
type straight struct {
	asm  *assembly
	code []operation
}

// A value is the number of the operation of a straight that computes it.
type value int

// An operation computes a value from others.
type operation struct {
	of    []value
	write func(result string, of []string)
	void  bool // whether it computes no value
}

// append appends an operation and returns its value. write is called with the registers
// later, when the code is written.
func (s *straight) append(write func(result string, of []string), of ...value) value {
	s.code = append(s.code, operation{of: of, write: write})
	return value(len(s.code) - 1)
}

func (s *straight) add(a, b value) value {
	return s.append(func(result string, of []string) { s.asm.f("VADDPD %s, %s, %s", of[1], of[0], result) }, a, b)
}

func (s *straight) subtract(a, b value) value {
	return s.append(func(result string, of []string) { s.asm.f("VSUBPD %s, %s, %s", of[1], of[0], result) }, a, b)
}

// times returns a value times the number at an address. AVX2 loads that number into the
// spare register.
func (s *straight) times(address string, a value) value {
	return s.append(func(result string, of []string) {
		if s.asm.is512() {
			s.asm.f("VMULPD.BCST %s, %s, %s", address, of[0], result)
			return
		}
		s.asm.broadcast(address, s.spare())
		s.asm.f("VMULPD %s, %s, %s", of[0], s.asm.r(s.spare()), result)
	}, a)
}

// store appends an operation that stores a value with write.
func (s *straight) store(a value, write func(register string)) {
	s.append(func(_ string, of []string) { write(of[0]) }, a)
	s.code[len(s.code)-1].void = true
}

// spare returns the register that holds no value.
func (s *straight) spare() int { return s.asm.registers - 1 }

// An allocation is the location of the values of a straight while it is written.
type allocation struct {
	*straight
	uses  [][]int       // of each value: the remaining operations that use it
	in    map[value]int // registers of values
	stack map[value]int // places of values on the stack
	free  []int         // free registers
}

// allocateRegisters writes the code and returns the bytes of stack that it uses.
func (s *straight) allocateRegisters() (frame int) {
	p := &allocation{straight: s, uses: make([][]int, len(s.code)), in: map[value]int{}, stack: map[value]int{}}
	for n, o := range s.code {
		for _, v := range o.of {
			p.uses[v] = append(p.uses[v], n)
		}
	}
	for r := range s.spare() {
		p.free = append(p.free, r)
	}
	for n, o := range s.code {
		names := make([]string, len(o.of))
		for i, v := range o.of {
			names[i] = s.asm.r(p.load(v, o.of))
		}
		for _, v := range o.of {
			if p.uses[v] = p.uses[v][1:]; len(p.uses[v]) == 0 {
				p.release(v)
			}
		}
		if o.void {
			o.write("", names)
			continue
		}
		// A register that was just released may hold the result.
		r := p.allocate(o.of)
		p.in[value(n)] = r
		o.write(s.asm.r(r), names)
	}
	return len(p.stack) * s.asm.bytes()
}

// release frees the register of a value, if it has one.
func (p *allocation) release(v value) {
	if r, ok := p.in[v]; ok {
		delete(p.in, v)
		p.free = append(p.free, r)
	}
}

// load returns the register of a value, reading it from the stack if necessary. The
// values others keep their registers.
func (p *allocation) load(v value, others []value) int {
	r, ok := p.in[v]
	if !ok {
		r = p.allocate(others)
		p.asm.f("VMOVUPD %d(SP), %s", p.stack[v], p.asm.r(r))
		p.in[v] = r
	}
	return r
}

// allocate returns a free register, or spills the value that is needed last, except
// those in stay, and returns its register.
func (p *allocation) allocate(stay []value) int {
	if last := len(p.free) - 1; last >= 0 {
		r := p.free[last]
		p.free = p.free[:last]
		return r
	}
	latest := value(-1)
	for v := range value(len(p.code)) {
		if _, ok := p.in[v]; ok && !slices.Contains(stay, v) && (latest < 0 || p.uses[v][0] > p.uses[latest][0]) {
			latest = v
		}
	}
	if _, ok := p.stack[latest]; !ok {
		p.stack[latest] = len(p.stack) * p.asm.bytes()
		p.asm.f("VMOVUPD %s, %d(SP)", p.asm.r(p.in[latest]), p.stack[latest])
	}
	r := p.in[latest]
	delete(p.in, latest)
	return r
}
