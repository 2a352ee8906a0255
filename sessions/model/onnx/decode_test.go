package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"
)

// field is a field of a protocol buffer, decoded independently of the writer.
type field struct {
	number int
	whole  int
	bytes  []byte // nil for a number
}

// fieldsOf splits a protocol buffer into its fields.
func fieldsOf(t *testing.T, b []byte) (out []field) {
	t.Helper()
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		if n <= 0 {
			t.Fatal("a tag is cut off")
		}
		v, k := binary.Uvarint(b[n:])
		if k <= 0 {
			t.Fatal("a number is cut off")
		}
		b = b[n+k:]
		f := field{number: int(tag >> 3), whole: int(v)}
		switch tag & 7 {
		case 0:
		case 2:
			if v > uint64(len(b)) {
				t.Fatalf("field %d has %d bytes of %d", f.number, v, len(b))
			}
			f.bytes, b = b[:v:v], b[v:]
		default:
			t.Fatalf("field %d is of the wire type %d", f.number, tag&7)
		}
		out = append(out, f)
	}
	return out
}

// all returns the bytes of the fields with a number.
func all(fields []field, number int) (out [][]byte) {
	for _, f := range fields {
		if f.number == number && f.bytes != nil {
			out = append(out, f.bytes)
		}
	}
	return out
}

// operator is a node of a graph.
type operator struct {
	op, out  string
	in       []string
	settings map[string]int
}

// decoded is a model in terms of the format's description.
type decoded struct {
	nodes     []operator
	constants map[string]array
	inputs    map[string]int // columns, 0 for one number per row
	outputs   map[string]int
	kinds     map[string]int // element types
	metadata  map[string]string
	opset     int
}

// decode reads a model and checks it against the format: every value is defined
// before its use, and once.
func decode(t *testing.T, file []byte) *decoded {
	t.Helper()
	m := fieldsOf(t, file)
	d := &decoded{constants: map[string]array{}, inputs: map[string]int{}, outputs: map[string]int{}, kinds: map[string]int{}, metadata: map[string]string{}}
	for _, b := range all(m, 8) {
		for _, f := range fieldsOf(t, b) {
			if f.number == 2 {
				d.opset = f.whole
			}
		}
	}
	for _, b := range all(m, 14) {
		f := fieldsOf(t, b)
		d.metadata[string(all(f, 1)[0])] = string(all(f, 2)[0])
	}
	graphs := all(m, 7)
	if len(graphs) != 1 || m[0].number != 1 || m[0].whole < 3 {
		t.Fatalf("%d graphs, first field %+v", len(graphs), m[0])
	}
	g := fieldsOf(t, graphs[0])
	known := map[string]bool{}
	for _, b := range all(g, 5) {
		name, a := tensorOf(t, b)
		d.constants[name], known[name] = a, true
	}
	for k, to := range map[int]map[string]int{11: d.inputs, 12: d.outputs} {
		for _, b := range all(g, k) {
			f := fieldsOf(t, b)
			name := string(all(f, 1)[0])
			tensor := fieldsOf(t, all(fieldsOf(t, all(f, 2)[0]), 1)[0])
			d.kinds[name] = tensor[0].whole
			dims := all(fieldsOf(t, all(tensor, 2)[0]), 1)
			if len(all(fieldsOf(t, dims[0]), 2)) != 1 {
				t.Errorf("%s has a fixed number of rows", name)
			}
			to[name] = 0
			if len(dims) == 2 {
				to[name] = fieldsOf(t, dims[1])[0].whole
			}
		}
	}
	for name := range d.inputs {
		known[name] = true
	}
	for _, b := range all(g, 1) {
		f := fieldsOf(t, b)
		o := operator{op: string(all(f, 4)[0]), out: string(all(f, 2)[0]), settings: map[string]int{}}
		for _, in := range all(f, 1) {
			if !known[string(in)] {
				t.Fatalf("%s uses %s, which is not there", o.out, in)
			}
			o.in = append(o.in, string(in))
		}
		if known[o.out] {
			t.Fatalf("%s is there twice", o.out)
		}
		known[o.out] = true
		for _, a := range all(f, 5) {
			f := fieldsOf(t, a)
			setting := 0
			for _, x := range f {
				if x.number == 3 {
					setting = x.whole
				}
				if x.number == 20 && x.whole != 2 {
					t.Errorf("an attribute of %s is of the type %d", o.out, x.whole)
				}
			}
			o.settings[string(all(f, 1)[0])] = setting
		}
		d.nodes = append(d.nodes, o)
	}
	return d
}

// tensorOf reads a tensor.
func tensorOf(t *testing.T, b []byte) (string, array) {
	t.Helper()
	f := fieldsOf(t, b)
	shape, kind := []int{}, 0
	for _, x := range f {
		switch x.number {
		case 1:
			shape = append(shape, x.whole)
		case 2:
			kind = x.whole
		}
	}
	raw := all(f, 9)[0]
	a := array{rows: 1, cols: 1}
	switch len(shape) {
	case 1:
		a.cols = shape[0]
	case 2:
		a.rows, a.cols = shape[0], shape[1]
	}
	if len(raw) != 8*a.rows*a.cols {
		t.Fatalf("%d bytes of %v", len(raw), shape)
	}
	for i := 0; i < len(raw); i += 8 {
		word := binary.LittleEndian.Uint64(raw[i:])
		switch kind {
		case 7:
			a.v = append(a.v, float64(int64(word)))
		case 11:
			a.v = append(a.v, math.Float64frombits(word))
		default:
			t.Fatalf("a tensor of the type %d", kind)
		}
	}
	return string(all(f, 8)[0]), a
}

// array is a rows×cols value during the evaluation of a graph.
type array struct {
	rows, cols int
	v          []float64
}

func (a array) at(i, j int) float64 { return a.v[min(i, a.rows-1)*a.cols+min(j, a.cols-1)] }

// each applies f to arrays with equal numbers of rows and columns, or one.
func each(f func(x []float64) float64, in ...array) array {
	out := array{rows: 1, cols: 1}
	for _, a := range in {
		out.rows, out.cols = max(out.rows, a.rows), max(out.cols, a.cols)
	}
	for _, a := range in {
		if a.rows != 1 && a.rows != out.rows || a.cols != 1 && a.cols != out.cols {
			panic(fmt.Sprintf("%d×%d beside %d×%d", a.rows, a.cols, out.rows, out.cols))
		}
	}
	x := make([]float64, len(in))
	for i := range out.rows {
		for j := range out.cols {
			for k, a := range in {
				x[k] = a.at(i, j)
			}
			out.v = append(out.v, f(x))
		}
	}
	return out
}

// elementwise holds the operators that compute each number from numbers.
var elementwise = map[string]func(x []float64) float64{
	"Add": func(x []float64) float64 { return x[0] + x[1] }, "Sub": func(x []float64) float64 { return x[0] - x[1] },
	"Mul": func(x []float64) float64 { return x[0] * x[1] }, "Div": func(x []float64) float64 { return x[0] / x[1] },
	"Pow": func(x []float64) float64 { return math.Pow(x[0], x[1]) }, "Max": func(x []float64) float64 { return max(x[0], x[1]) },
	"Min": func(x []float64) float64 { return min(x[0], x[1]) }, "Neg": func(x []float64) float64 { return -x[0] },
	"Exp": func(x []float64) float64 { return math.Exp(x[0]) }, "Log": func(x []float64) float64 { return math.Log(x[0]) },
	"Tanh": func(x []float64) float64 { return math.Tanh(x[0]) }, "Sqrt": func(x []float64) float64 { return math.Sqrt(x[0]) },
	"Abs": func(x []float64) float64 { return math.Abs(x[0]) }, "Asin": func(x []float64) float64 { return math.Asin(x[0]) },
	"Sin": func(x []float64) float64 { return math.Sin(x[0]) }, "Cos": func(x []float64) float64 { return math.Cos(x[0]) },
	"Identity": func(x []float64) float64 { return x[0] },
	"Less": func(x []float64) float64 {
		if x[0] < x[1] {
			return 1
		}
		return 0
	},
	"Where": func(x []float64) float64 {
		if x[0] != 0 {
			return x[1]
		}
		return x[2]
	},
}

// evaluate returns all values of a graph at x.
func (d *decoded) evaluate(t *testing.T, x array) map[string]array {
	t.Helper()
	v := map[string]array{"x": x}
	for name, c := range d.constants {
		v[name] = c
	}
	for _, o := range d.nodes {
		in := make([]array, len(o.in))
		for i, name := range o.in {
			in[i] = v[name]
		}
		if f := elementwise[o.op]; f != nil {
			v[o.out] = each(f, in...)
			continue
		}
		var out array
		switch o.op {
		case "MatMul":
			out = product(in[0], in[1])
		case "Gather":
			if o.settings["axis"] == 0 {
				out.cols = in[0].cols
				for _, i := range in[1].v {
					out.v, out.rows = append(out.v, in[0].v[int(i)*out.cols:(int(i)+1)*out.cols]...), out.rows+1
				}
				break
			}
			out = array{rows: in[0].rows, cols: in[1].cols}
			for i := range out.rows {
				for _, j := range in[1].v {
					out.v = append(out.v, in[0].at(i, int(j)))
				}
			}
		case "Concat":
			out.rows = in[0].rows
			for i := range out.rows {
				for _, a := range in {
					out.v = append(out.v, a.v[i*a.cols:(i+1)*a.cols]...)
				}
			}
			out.cols = len(out.v) / out.rows
		case "ReduceSum":
			out = array{rows: in[0].rows, cols: 1}
			for i := range out.rows {
				sum := 0.0
				for j := range in[0].cols {
					sum += in[0].at(i, j)
				}
				out.v = append(out.v, sum)
			}
		case "ArgMin":
			out = array{rows: in[0].rows, cols: 1}
			for i := range out.rows {
				row := in[0].v[i*in[0].cols : (i+1)*in[0].cols]
				out.v = append(out.v, float64(slices.Index(row, slices.Min(row))))
			}
		case "ArgMax":
			out = array{rows: in[0].rows, cols: 1}
			for i := range out.rows {
				best := 0
				for j := range in[0].cols {
					if in[0].at(i, j) > in[0].at(i, best) {
						best = j
					}
				}
				out.v = append(out.v, float64(best))
			}
		default:
			t.Fatalf("the operator %s is not known here", o.op)
		}
		v[o.out] = out
	}
	return v
}

// product returns a matrix product.
func product(a, b array) array {
	if a.cols != b.rows {
		panic(fmt.Sprintf("%d×%d times %d×%d", a.rows, a.cols, b.rows, b.cols))
	}
	out := array{rows: a.rows, cols: b.cols, v: make([]float64, a.rows*b.cols)}
	for i := range a.rows {
		for k := range a.cols {
			for j := range b.cols {
				out.v[i*b.cols+j] += a.v[i*a.cols+k] * b.v[k*b.cols+j]
			}
		}
	}
	return out
}
