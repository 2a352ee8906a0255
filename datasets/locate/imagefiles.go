package locate

import (
	"cmp"
	_ "image/jpeg"
	_ "image/png"
	"path/filepath"
	"strings"

	"example.com/sfatui/datasets/format"
)

// imageFile returns the file for one image: its folder, with the image as a
// sample.
func imageFile(f format.File) format.File {
	f.Members = []format.Member{{Path: f.Path, Label: f.Fields["label"]}}
	f.Path = filepath.Dir(f.Path)
	return f
}

// takesImage reports whether an image is the next sample of f's segment. If so,
// it reduces f's fields to those that both share.
func takesImage(f *format.File, next format.File) bool {
	if !f.Format.Folder || f.Format != next.Format || f.Held != next.Held || f.Path != next.Path ||
		f.Fields["segment"] != next.Fields["segment"] || f.Fields["group"] != next.Fields["group"] {
		return false
	}
	for field, value := range f.Fields {
		if next.Fields[field] != value {
			delete(f.Fields, field)
		}
	}
	return true
}

// labelFolders labels images with the names of their folders, if there are
// several folders and nothing else labels the images.
func labelFolders(files []format.File) {
	folders := map[string]bool{}
	for _, f := range files {
		for _, image := range f.Members {
			if image.Label != "" {
				return
			}
		}
		folders[f.Path] = true
	}
	for i, f := range files {
		if len(folders) < 2 || f.Members == nil {
			continue
		}
		if f.Fields == nil {
			files[i].Fields = map[string]string{}
		}
		files[i].Fields["label"] = f.Base()
		for k := range f.Members {
			f.Members[k].Label = f.Base()
		}
	}
}

// compareNatural compares names with the numbers in them by value, so that
// frame10 comes after frame9.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		da, db := leadingDigits(a), leadingDigits(b)
		if da > 0 && db > 0 {
			na, nb := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if c := cmp.Or(cmp.Compare(len(na), len(nb)), cmp.Compare(na, nb), cmp.Compare(da, db)); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// leadingDigits returns the number of digits at the start of a text.
func leadingDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
