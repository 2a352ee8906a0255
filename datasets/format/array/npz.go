package array

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/elements"
	"example.com/sfatui/datasets/message"
)

// NPZ reads NumPy's archives of arrays.
var NPZ = format.Format{Name: "an NPZ file", Kind: data.Table, Family: "arrays", Shown: ".npz", Columns: true, Read: readNPZ,
	Extensions: []string{".npz"}, Extent: extentOf(npzArrays)}

// member is an array of an NPZ file.
type member struct {
	*elements.Array
	file *zip.File
}

// readNPZ reads NumPy's archive of arrays: X, samples × inputs, and the
// optional arrays segment, label, group and target, with one value per sample.
func readNPZ(ctx context.Context, src *format.Source, to *format.Sink) error {
	all, err := npzArrays(ctx, src, src.Len())
	if err != nil {
		return src.Fail(err)
	}
	return all.add(ctx, src, to)
}

// npzArrays returns the arrays of an archive.
func npzArrays(_ context.Context, r io.ReaderAt, size int64) (arrays, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("not an NPZ file (%w): write it with numpy.savez", err)
	}
	all := arrays{}
	for _, file := range z.File {
		name, ok := strings.CutSuffix(file.Name, ".npy")
		if !ok {
			continue
		}
		name = message.Clean(name)
		if len(name) > format.MaxName || all[name] != nil {
			return nil, fmt.Errorf("the array %s occurs twice, or its name is too long: write the file again", message.Shorten(name, 40))
		}
		m := &member{file: file}
		err := m.open(func(in io.Reader) error {
			m.Array, err = elements.ReadHeader(in)
			return err
		})
		if m.Array == nil { // of objects, or not an array
			all[name] = unreadArray(name, message.Shorten(message.Clean(err.Error()), 200))
			continue
		}
		if have := int64(m.file.UncompressedSize64); int64(m.Count)*int64(m.Size) > have {
			return nil, fmt.Errorf("array %s: %s elements of %s are claimed, but only %d bytes are there: the file was cut short or is damaged; write it again",
				name, m.Describe(), message.Counted(m.Size, "byte"), have)
		}
		all[name] = &namedArray{Array: m.Array, name: name, numbers: m.numbers, texts: m.texts}
	}
	if !all.readable() {
		return nil, errors.New("the NPZ file holds no arrays of numbers or texts: write it with numpy.savez(f, X=…)")
	}
	return all, nil
}

// numbers decodes a member's elements.
func (m *member) numbers(ctx context.Context, to *format.Sink) (x []float64, err error) {
	err = m.elements(func(in io.Reader) error {
		x, err = m.Array.Numbers(ctx, &to.Store, in, m.Count)
		return err
	})
	return x, err
}

// texts decodes a member's elements.
func (m *member) texts(ctx context.Context, to *format.Sink) (texts []string, err error) {
	err = m.elements(func(in io.Reader) error {
		texts, err = m.Array.Texts(ctx, in)
		return err
	})
	return texts, err
}

// open calls read with the contents of a member from its header. It returns an
// error if the claimed size exceeds the maximum of deflate.
func (m *member) open(read func(io.Reader) error) error {
	if m.file.UncompressedSize64 > format.MaxDeflate*m.file.CompressedSize64+1024 {
		return errors.New("it claims to unpack to more than is possible: the file is damaged; write it again")
	}
	in, err := m.file.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	if err := read(in); err != nil {
		return err
	}
	if _, err := in.Read(make([]byte, 1)); errors.Is(err, zip.ErrChecksum) { // the checksum is verified at the end
		return errors.New("its checksum is wrong: the file is damaged; copy it again")
	}
	return nil
}

// elements calls read with the contents of a member from its first element.
func (m *member) elements(read func(io.Reader) error) error {
	return m.open(func(in io.Reader) error {
		if _, err := elements.ReadHeader(in); err != nil {
			return err
		}
		return read(in)
	})
}
