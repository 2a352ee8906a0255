package part

// values holds what a point, or a sweep's text, has on each axis, in one string that is
// equal for equal values: for each axis in order of its number one byte with the
// number, three with the length, and the value. It is never changed, only replaced.
type values string

const (
	valueHeader = 4
	longest     = 1<<24 - 1 // bytes of a value
)

// find gives the value of an axis.
func (v values) find(id uint8) (value string, ok bool) {
	for i := 0; i+valueHeader <= len(v); {
		// One load of four bytes: points are asked for values more than for anything else.
		header := uint32(v[i])<<24 | uint32(v[i+1])<<16 | uint32(v[i+2])<<8 | uint32(v[i+3])
		end := i + valueHeader + int(header&longest)
		if at := uint8(header >> 24); at >= id {
			if at > id {
				return "", false
			}
			return string(v[i+valueHeader : end]), true
		}
		i = end
	}
	return "", false
}

// has reports whether the axis has a value.
func (v values) has(id uint8) bool {
	_, ok := v.find(id)
	return ok
}

// with replaces the value of an axis; an empty one takes it away.
func (v values) with(id uint8, value string) values {
	if len(value) > longest {
		panic("part: a value of more than 16 MB")
	}
	var space [256]byte
	out := space[:0]
	i := 0
	for i < len(v) && v[i] < id {
		i = v.next(i)
	}
	out = append(out, v[:i]...)
	if value != "" {
		n := len(value)
		out = append(out, id, byte(n>>16), byte(n>>8), byte(n))
		out = append(out, value...)
	}
	if i < len(v) && v[i] == id {
		i = v.next(i)
	}
	return values(append(out, v[i:]...))
}

// next is the place behind the value that begins at i.
func (v values) next(i int) int {
	return i + valueHeader + (int(v[i+1])<<16 | int(v[i+2])<<8 | int(v[i+3]))
}
