//go:build unix

package terminal

import (
	"image"
	"os"

	"golang.org/x/sys/unix"
)

// CellSize returns the size of a cell of a terminal in pixels, as it told the system; 0×0 if it
// did not. It does not query the terminal.
func CellSize(f *os.File) image.Point {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 {
		return image.Point{}
	}
	return image.Pt(int(size.Xpixel)/int(size.Col), int(size.Ypixel)/int(size.Row))
}
