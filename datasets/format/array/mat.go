package array

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/format/unpack"
	"example.com/sfatui/datasets/message"
)

// MAT reads files of MATLAB 5 to 7.
var MAT = format.Format{Name: "a MAT-file", Kind: data.Table, Family: "arrays", Shown: ".mat", Columns: true, Read: readMAT,
	Extensions: []string{".mat"}, Magic: []string{"MATLAB "}, Extent: extentOf(matArrays)}

// readMAT reads a MAT-file of MATLAB 5 to 7: the array X, samples × inputs, and
// the optional arrays label (or labels, or y), segment, group and target.
func readMAT(ctx context.Context, src *format.Source, to *format.Sink) error {
	all, err := matArrays(ctx, src, src.Len())
	if err == errMAT73 || err == errMATHDF5 || err == errMAT4 {
		err = errors.New(message.Command(err.Error(), unpack.TrimName(src.File.Path)))
	}
	if err != nil {
		return src.Fail(err)
	}
	return all.add(ctx, src, to)
}

// matArrays returns the arrays of a file. It reads only their headers.
func matArrays(ctx context.Context, r io.ReaderAt, size int64) (arrays, error) {
	order, err := matOrder(r)
	if err != nil {
		return nil, err
	}
	all := arrays{}
	for at := int64(128); at+8 <= size; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var tag [8]byte
		if _, err := r.ReadAt(tag[:], at); err != nil {
			return nil, err
		}
		kind, length := int(order.Uint32(tag[:])), int64(order.Uint32(tag[4:]))
		if length > size-at-8 {
			return nil, fmt.Errorf("the element at byte %d claims %d bytes, but only %d are left: %w", at, length, size-at-8, errMATCut)
		}
		e := matElement{r: r, order: order, at: at + 8, size: length, packed: kind == matCompressed}
		if kind == matCompressed || kind == matMatrix {
			if err := all.addMAT(e); err != nil {
				return nil, fmt.Errorf("the element at byte %d: %w", at, err)
			}
		}
		at += 8 + length
		if kind != matCompressed {
			at += -length & 7
		}
	}
	if !all.readable() {
		return nil, errors.New("the MAT-file holds no array of real numbers: save a matrix with samples in rows as X; the fields of a struct s can be saved with save(f, '-struct', 's')")
	}
	return all, nil
}

// The magic bytes of HDF5, and their offset in a file of MATLAB 7.3.
const (
	hdf5Magic = "\x89HDF\r\n\x1a\n"
	hdf5After = 512
)

// The errors of files that are not read, with the commands that convert them.
var (
	errMAT73 = errors.New("the file is of MATLAB 7.3 (HDF5), which is not supported: save it in MATLAB with save(f, …, '-v7'), or write the array as NPZ: " +
		`python3 -c "import h5py, numpy; numpy.savez('BARE.npz', X=h5py.File('FILE')['X'][()].T)", where h5ls FILE lists the names`)
	errMAT4 = errors.New("the file is of MATLAB 4, which is not supported: save it in MATLAB with save(f, …, '-v7'), or convert it with " +
		`python3 -c "import scipy.io as s; s.savemat('BARE-7.mat', s.loadmat('FILE'))"`)
	errMATHDF5 = errors.New("it is an HDF5 file, not a MAT-file: write the array as NPZ: " +
		`python3 -c "import h5py, numpy; numpy.savez('BARE.npz', X=h5py.File('FILE')['NAME'][()])", where h5ls -r FILE lists the names`)
)

// isMAT4 reports whether a file begins like one of MATLAB 4: with the type
// of an array, its rows and columns, whether it is complex, and the length of
// its name.
func isMAT4(head []byte) bool {
	if len(head) < 20 {
		return false
	}
	var h [5]uint32
	for i := range h {
		h[i] = binary.LittleEndian.Uint32(head[4*i:])
	}
	if h[0] > 4052 {
		for i := range h {
			h[i] = binary.BigEndian.Uint32(head[4*i:])
		}
	}
	return h[0] <= 4052 && h[0]%10 <= 2 && h[1] > 0 && h[2] > 0 && h[3] <= 1 && h[4] > 1 && h[4] <= 64
}

// matOrder returns the byte order of a file, from its header.
func matOrder(r io.ReaderAt) (binary.ByteOrder, error) {
	var head [128]byte
	n, err := r.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	const remedy = "save it in MATLAB with save(f, …, '-v7'), in Python with scipy.io.savemat or as NPZ"
	switch text := string(head[:n]); {
	case strings.HasPrefix(text, "MATLAB 7.3"):
		var magic [len(hdf5Magic)]byte
		if n, _ := r.ReadAt(magic[:], hdf5After); string(magic[:n]) != hdf5Magic {
			return nil, errors.New("it begins like a file of MATLAB 7.3 (HDF5), but has no HDF5 data: it is cut off; fetch or write it again")
		}
		return nil, errMAT73
	case strings.HasPrefix(text, hdf5Magic):
		return nil, errMATHDF5
	case isMAT4(head[:n]):
		return nil, errMAT4
	case n < 128 || text[126:] != "IM" && text[126:] != "MI":
		return nil, errors.New("not a MAT-file of MATLAB 5 to 7: " + remedy)
	case text[126:] == "MI":
		return binary.BigEndian, nil
	}
	return binary.LittleEndian, nil
}
