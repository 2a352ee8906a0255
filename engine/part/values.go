package part

// values holds the values of a point, or of a sweep's text, on its axes as one immutable
// string: for each axis with a value, by ascending ID, one byte with the ID, three bytes
// with the length, and the value. Equal values have equal strings.
type values string

const (
	valueHeader   = 4
	maxValueBytes = 1<<24 - 1 // bytes of a value
)

// find returns the value of the axis with an ID.
func (v values) find(id uint8) (value string, ok bool) {
	for i := 0; i+valueHeader <= len(v); {
		// One load of four bytes, because this is the most frequent operation on points.
		header := uint32(v[i])<<24 | uint32(v[i+1])<<16 | uint32(v[i+2])<<8 | uint32(v[i+3])
		end := i + valueHeader + int(header&maxValueBytes)
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

// with returns the values with that of an axis replaced; an empty value removes it.
func (v values) with(id uint8, value string) values {
	if len(value) > maxValueBytes {
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

// next returns the index after the value that begins at i.
func (v values) next(i int) int {
	return i + valueHeader + (int(v[i+1])<<16 | int(v[i+2])<<8 | int(v[i+3]))
}
