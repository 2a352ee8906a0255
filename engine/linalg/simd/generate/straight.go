package main

import "slices"

// straight is code without branches over vectors. Values are computed in the order in which
// they are written down. Registers hold as many as there are, and the stack the others: the
// one that is used latest leaves first (Belady, IBM Systems Journal 5, 1966).
type straight struct {
	*assembly
	code []operation
}

// value is one of a straight, by the number of the operation that makes it.
type value int

// operation makes a value of others.
type operation struct {
	of    []value
	write func(result string, of []string)
	void  bool // it makes no value
}

// do writes an operation down; write is told registers when it is its turn.
func (s *straight) do(write func(result string, of []string), of ...value) value {
	s.code = append(s.code, operation{of: of, write: write})
	return value(len(s.code) - 1)
}

func (s *straight) add(a, b value) value {
	return s.do(func(result string, of []string) { s.f("VADDPD %s, %s, %s", of[1], of[0], result) }, a, b)
}

func (s *straight) less(a, b value) value {
	return s.do(func(result string, of []string) { s.f("VSUBPD %s, %s, %s", of[1], of[0], result) }, a, b)
}

// times multiplies by the number at an address, in the one register that holds no value.
func (s *straight) times(address string, a value) value {
	return s.do(func(result string, of []string) {
		if s.is512() {
			s.f("VMULPD.BCST %s, %s, %s", address, of[0], result)
			return
		}
		s.broadcast(address, s.spare())
		s.f("VMULPD %s, %s, %s", of[0], s.r(s.spare()), result)
	}, a)
}

// put has write store a value.
func (s *straight) put(a value, write func(register string)) {
	s.do(func(_ string, of []string) { write(of[0]) }, a)
	s.code[len(s.code)-1].void = true
}

// spare is the register that holds no value.
func (s *straight) spare() int { return s.registers - 1 }

// placing is where the values of a straight are while it is written.
type placing struct {
	*straight
	uses  [][]int       // of each value: the operations that are still to use it
	in    map[value]int // registers
	stack map[value]int // and places on the stack
	free  []int         // registers
}

// place writes the code and gives the bytes of the stack that it takes.
func (s *straight) place() (frame int) {
	p := &placing{straight: s, uses: make([][]int, len(s.code)), in: map[value]int{}, stack: map[value]int{}}
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
			names[i] = s.r(p.load(v, o.of))
		}
		for _, v := range o.of {
			if p.uses[v] = p.uses[v][1:]; len(p.uses[v]) == 0 {
				p.leave(v)
			}
		}
		if o.void {
			o.write("", names)
			continue
		}
		// A register that has just become free may take the result.
		r := p.take(o.of)
		p.in[value(n)] = r
		o.write(s.r(r), names)
	}
	return len(p.stack) * s.bytes()
}

// leave makes the register of a value free, where it is in one.
func (p *placing) leave(v value) {
	if r, ok := p.in[v]; ok {
		delete(p.in, v)
		p.free = append(p.free, r)
	}
}

// load is the register of a value, which is read from the stack where it is there; those of
// others stay.
func (p *placing) load(v value, others []value) int {
	r, ok := p.in[v]
	if !ok {
		r = p.take(others)
		p.f("VMOVUPD %d(SP), %s", p.stack[v], p.r(r))
		p.in[v] = r
	}
	return r
}

// take is a register that is free, or that of the value that is used latest, but of those
// that stay.
func (p *placing) take(stay []value) int {
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
		p.stack[latest] = len(p.stack) * p.bytes()
		p.f("VMOVUPD %s, %d(SP)", p.r(p.in[latest]), p.stack[latest])
	}
	r := p.in[latest]
	delete(p.in, latest)
	return r
}
