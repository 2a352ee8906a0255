package data

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// SeriesHeader is the number of values before the frames in a row that holds a
// series: the number of frames and that of channels.
const SeriesHeader = 2

// SeriesWidth returns the length of a row that holds a series of that many
// frames.
func SeriesWidth(frames, channels int) int { return SeriesHeader + frames*channels }

// PackSeries writes a series into a row of sufficient length: the number of
// frames and of channels, the frames (the rows of x) and zeros.
func PackSeries(row []float64, x *mat.Dense) {
	frames, channels := x.Dims()
	row[0], row[1] = float64(frames), float64(channels)
	at := SeriesHeader
	for i := range frames {
		at += copy(row[at:], x.RawRowView(i))
	}
	clear(row[at:])
}

// Frames returns the frames of the series in a row, one after the other,
// without copying. It panics if the row contains no series; see [CheckSeries].
func Frames(row []float64) (x []float64, channels int) {
	if err := CheckSeries(row); err != nil {
		panic("data: " + err.Error())
	}
	channels = int(row[1])
	return row[SeriesHeader:SeriesWidth(int(row[0]), channels)], channels
}

// FrameMatrix returns the frames as a matrix with one frame per row; see
// [Frames].
func FrameMatrix(row []float64) *mat.Dense {
	x, channels := Frames(row)
	return mat.NewDense(len(x)/channels, channels, x)
}

// CheckSeries returns an error unless a row contains a series of at least one
// frame.
func CheckSeries(row []float64) error {
	if len(row) > SeriesHeader {
		frames, channels, most := row[0], row[1], float64(len(row)-SeriesHeader)
		if frames >= 1 && channels >= 1 && frames*channels <= most && frames == float64(int(frames)) && channels == float64(int(channels)) {
			return nil
		}
	}
	return fmt.Errorf("a row of %d numbers holds no series", len(row))
}

// Channels returns the number of inputs of a frame or, if samples are rows, of
// a sample.
func (s *Set) Channels() int {
	if s.Series {
		return len(s.Inputs)
	}
	_, d := s.X.Dims()
	return d
}

// FramesOf returns the samples of a segment, or the frames of the series in it,
// as rows. The matrix must not be written to.
func (s *Set) FramesOf(seg Segment) *mat.Dense {
	if s.Series {
		return FrameMatrix(s.X.RawRowView(seg.Start))
	}
	_, d := s.X.Dims()
	return s.X.Slice(seg.Start, seg.End, 0, d).(*mat.Dense)
}

// StackFrames copies the frames of the series in the rows of x into one matrix.
// It also returns the number of frames of each row.
func StackFrames(x *mat.Dense) (frames *mat.Dense, lengths []int) {
	n, _ := x.Dims()
	var stacked []float64
	channels := 1
	for i := range n {
		var of []float64
		of, channels = Frames(x.RawRowView(i))
		stacked = append(stacked, of...)
		lengths = append(lengths, len(of)/channels)
	}
	return mat.NewDense(len(stacked)/channels, channels, stacked), lengths
}

// PackFrames returns a matrix of series, one per row, from stacked frames and
// the length of each series.
func PackFrames(frames *mat.Dense, lengths []int) *mat.Dense {
	_, channels := frames.Dims()
	out := mat.NewDense(len(lengths), SeriesWidth(slices.Max(lengths), channels), nil)
	at := 0
	for i, n := range lengths {
		PackSeries(out.RawRowView(i), frames.Slice(at, at+n, 0, channels).(*mat.Dense))
		at += n
	}
	return out
}

// PickChannels returns the series in the rows of x, reduced to the listed
// channels.
func PickChannels(x *mat.Dense, channels []int) *mat.Dense {
	frames, lengths := StackFrames(x)
	n, _ := frames.Dims()
	picked := mat.NewDense(n, len(channels), nil)
	for i := range n {
		for j, c := range channels {
			picked.Set(i, j, frames.At(i, c))
		}
	}
	return PackFrames(picked, lengths)
}
