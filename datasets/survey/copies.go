package survey

import "slices"

// cellKind is the type of a cell's content.
type cellKind uint8

// The types; the zero value means that no cell was read yet.
const (
	missingCell cellKind = iota + 1
	numberCell
	textCell
)

// cell is the content of a cell, comparable by value: 1 equals 1.0.
type cell struct {
	kind   cellKind
	number float64
	text   string
}

// cell returns the content of the column's latest cell.
func (c *Column) cell() cell {
	switch c.kind {
	case numberCell:
		return cell{kind: numberCell, number: c.previous}
	case textCell:
		return cell{kind: textCell, text: c.text}
	}
	return cell{kind: c.kind}
}

// Copies returns the sets of columns whose cells are equal in all surveyed rows, compared by value.
// It leaves out constant columns.
func (s *Survey) Copies() [][]*Column {
	s.splitAlike()
	var copies [][]*Column
	for _, set := range s.alike {
		if c := set[0]; c.Numbers > 0 && c.Min < c.Max {
			copies = append(copies, set)
		}
	}
	return copies
}

// splitAlike divides the sets of equal columns by the cells of the latest row. In most tables no
// set is left after two rows. A row of equal cells, such as zeros, needs no map.
func (s *Survey) splitAlike() {
	var parts [][]*Column
	for i, set := range s.alike {
		first, same := set[0].cell(), set[:1]
		var at map[cell]int
		for _, c := range set[1:] {
			value := c.cell()
			if value == first {
				same = append(same, c)
				continue
			}
			part, known := at[value]
			if !known {
				if at == nil {
					at = map[cell]int{}
				}
				part, parts = len(parts), append(parts, nil)
				at[value] = part
			}
			parts[part] = append(parts[part], c)
		}
		s.alike[i] = same
	}
	s.alike = slices.DeleteFunc(append(s.alike, parts...), func(set []*Column) bool { return len(set) < 2 })
}
