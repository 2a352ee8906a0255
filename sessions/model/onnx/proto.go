package onnx

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// The field numbers of onnx.proto3 (ONNX, IR version 8).
const (
	modelIRVersion, modelProducer, modelProducerVersion, modelDoc, modelGraph, modelOpset, modelMetadata = 1, 2, 3, 6, 7, 8, 14

	graphNode, graphName, graphInitializer, graphInput, graphOutput = 1, 2, 5, 11, 12

	nodeInput, nodeOutput, nodeName, nodeOp, nodeAttribute = 1, 2, 3, 4, 5

	attributeName, attributeInt, attributeType = 1, 3, 20

	tensorDims, tensorType, tensorName, tensorRaw = 1, 2, 8, 9

	valueName, valueType                    = 1, 2
	typeTensor, tensorTypeElem, tensorShape = 1, 1, 2
	shapeDim, dimValue, dimParam            = 1, 1, 2
	opsetVersion                            = 2
	entryKey, entryValue                    = 1, 2
)

// Values of fields.
const (
	irVersion      = 8
	opset          = 17
	attributeInt64 = 2
	int64Type      = 7
	doubleType     = 11
)

type buffer []byte

func (m *buffer) number(field protowire.Number, v int) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

func (m *buffer) text(field protowire.Number, v string) {
	*m = protowire.AppendString(protowire.AppendTag(*m, field, protowire.BytesType), v)
}

func (m *buffer) message(field protowire.Number, v buffer) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), v)
}

func doubles(name string, shape []int, values []float64) buffer {
	raw := make([]byte, 0, 8*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
	}
	return tensor(name, doubleType, shape, raw)
}

// integers returns a tensor of one dimension.
func integers(name string, values []int) buffer {
	raw := make([]byte, 0, 8*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return tensor(name, int64Type, []int{len(values)}, raw)
}

func tensor(name string, kind int, shape []int, raw []byte) buffer {
	var t buffer
	for _, n := range shape {
		t.number(tensorDims, n)
	}
	t.number(tensorType, kind)
	t.text(tensorName, name)
	t.message(tensorRaw, raw)
	return t
}

// value describes an input or an output with a row for each sample: of so many
// columns, or of one number if columns is 0.
func value(name string, kind, columns int) buffer {
	var rows, shape, tensor, typ, v buffer
	rows.text(dimParam, "samples")
	shape.message(shapeDim, rows)
	if columns > 0 {
		var width buffer
		width.number(dimValue, columns)
		shape.message(shapeDim, width)
	}
	tensor.number(tensorTypeElem, kind)
	tensor.message(tensorShape, shape)
	typ.message(typeTensor, tensor)
	v.text(valueName, name)
	v.message(valueType, typ)
	return v
}

func entry(key, value string) buffer {
	var e buffer
	e.text(entryKey, key)
	e.text(entryValue, value)
	return e
}
