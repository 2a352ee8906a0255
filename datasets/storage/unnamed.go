package storage

import "os"

// mapping is a mapped file, in numbers.
type mapping []float64

// Folder is where the files are: $TMPDIR, else /var/tmp.
func Folder() string {
	if dir := os.Getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/var/tmp"
}

// Unnamed is a new file without a name in that folder, of which nothing is left
// when it is closed.
func Unnamed() (*os.File, error) {
	f, err := os.CreateTemp(Folder(), "sfatui-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// fill writes zeros from the front on.
func fill(f *os.File, size int64) error {
	zeros := make([]byte, 1<<20)
	for at := int64(0); at < size; at += int64(len(zeros)) {
		if _, err := f.WriteAt(zeros[:min(int64(len(zeros)), size-at)], at); err != nil {
			return err
		}
	}
	return nil
}
