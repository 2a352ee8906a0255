package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
)

// TestTablesByContent opens tables whose names do not determine their format,
// alone and in a folder, and refuses other texts.
func TestTablesByContent(t *testing.T) {
	many := strings.Repeat("0.5,1e-3,7\n", 20_000)
	tables := map[string]string{
		"COLVAR": "#! FIELDS time d1 phi\n0.0 1.5 2\n0.1 1.25 3\n0.2 1 4\n", "a.log": "x;y\n1,5;2\n2,5;3\n", "b.out": "1 2\n3 4\n5 6\n",
		"c.prn": "date,x\n2020-01-01,1\n2020-01-02,2\n2020-01-03,4\n", "d.run7": "a,b,c\n" + many, "e": "1\n2\n3\n", "f.csv.bak": "a\tb\tc\n1\t\t3\n1\tNaN\t3\n",
	}
	for name, text := range tables {
		s, err := Open(t.Context(), Options{Paths: []string{write(t, name, text)}, Missing: "split"}, nil)
		if err != nil && name != "f.csv.bak" {
			t.Errorf("%s: %v", name, err)
		}
		if name == "COLVAR" && (!slices.Equal(s.Inputs, []string{"d1", "phi"}) || !hasNote(s, "a row every 0.1 units")) {
			t.Errorf("%s has the inputs %q, notes %q", name, s.Inputs, s.Notes)
		}
	}
	dir := putFiles(t, map[string]string{"run1": "1 2\n3 4\n", "run2.out": "1 2\n3 5\n", "notes": "Two runs of the pump, 3 min each.\nSee also the log.\n"})
	if s := mustOpen(t, Options{Paths: []string{dir}}); len(s.Segments) != 2 || !hasNote(s, "1 other file ignored") {
		t.Errorf("segments %v, notes %q", s.Segments, s.Notes)
	}
	for name, text := range map[string]string{
		"letter": "Dear Anna,\nthe 3 of us came at 12, as you said,\nand left at 2.\n", "main.go": "package main\n\nfunc main() {\n\tprintln(1, 2)\n}\n",
		"one": "1,2,3\n", "ragged": "1,2\n1\n1,2,3,4\n1,2,3\n", "empty": "", "fasta.fa": ">seq1\nACGT\nACCT\n", "binary": sample.FLAC(t, 16, 0, [][]int32{sample.Ramp(1, 1, 64)})[5:],
	} {
		failure(t, Options{Paths: []string{write(t, name, text)}}, false, "is not a table of numbers")
	}
	for _, text := range []string{"@relation a\n@attribute x real\n@data\n1\n2\n", "% a comment\n@problemName P\n@classLabel true a b\n@data\n1,2:a\n3,4:b\n"} {
		mustOpen(t, Options{Paths: []string{write(t, "series", text)}})
	}
}

// TestUnreadable checks the advice for files that are not read, by their first
// bytes, else by their names.
func TestUnreadable(t *testing.T) {
	const hdf5 = "\x89HDF\r\n\x1a\n\x00\x00\x00"
	for _, c := range []struct{ name, text, want string }{
		{"x.h5", hdf5, `an HDF5 file, which is not supported: write the array as NPZ: python3 -c "import h5py, numpy; numpy.savez('x.npz', X=h5py.File('x.h5')['NAME'][()])", where h5ls -r x.h5 lists the names`},
		{"x", hdf5, "an HDF5 file"},
		{"x.h5", "something else", "is called an HDF5 file but does not begin like one: it is damaged"},
		{"x.nc", "CDF\x01\x00", "a classic NetCDF file, which is not supported: write the variable as NPZ: python3"},
		{"x.xlsx", "PK\x03\x04", "x.xlsx is an Excel workbook, which is not supported: save the sheet as CSV"},
		{"x.zip", "PK\x03\x04", "unzip -d x x.zip"}, {"x", "PK\x03\x04", "a zip archive"}, {"x.csv", "PK\x03\x04", "perhaps a workbook"}, {"x.csv.bz2", "BZh9", "bunzip2 x.csv.bz2"},
		{"x.tar.gz", sample.Gzip("a.csv" + string(make([]byte, 600))), "tar -xf x.tar.gz"}, {"x.tgz", sample.Gzip("a.csv" + string(make([]byte, 600))), "tar -xf x.tgz"},
		{"x.jsonl", "{\"a\": 1}\n{\"a\": 2}\n", "pandas.read_json('x.jsonl', lines=True).to_csv('x.csv'"}, {"x", "[1, 2]\n[3, 4]\n", "a JSON file"},
		{"x.csv", "{\"a\": 1}\n{\"a\": 2}\n", "pandas.read_json('x.csv', lines=True).to_csv('x-new.csv'"}, {"x.csv", "\n<html><body>404</body></html>", "an HTML page"},
		{"x.npy.lz4", "\x04\"M\x18", "unlz4 x.npy.lz4"}, {"x.csv.Z", "\x1f\x9d\x90", "gunzip x.csv.Z"}, {"x.w64", "riff", "sox x.w64 x.wav"},
		{"x.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "a Git LFS pointer, which is not supported: fetch the file that it refers to, with git lfs pull"},
		{"x.mat", "\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00X\x00", `of MATLAB 4, which is not supported: save it in MATLAB with save(f, …, '-v7'), or convert it with python3 -c "import scipy.io as s; s.savemat('x-7.mat', s.loadmat('x.mat'))"`},
		{"x.csv", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel workbook of the format until 2003"}, {"x.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n2\n", "scipy.io.mmread('x.mtx')"},
		{"x.lvm", "LabVIEW Measurement\t\nX_Value\tA\n0\t1\n1\t2\n", "sed -n '/^X_Value/,$p' x.lvm > x.tsv"}, {"x.orc", "ORC", "pandas.read_orc('x.orc')"},
		{"x.txt", "1 1:0.5 2:1\n0 1:0.25 2:2\n", "the sparse rows of LIBSVM"}, {"x.csv", "a,b\nu,v\nw,z\n", "none of 2 columns holds numbers (a is \"u\")"},
		{"x.wav", "", "x.wav is empty: fetch or write it again"},
		{"x.mp3", "ID3", "ffmpeg -i x.mp3 x.wav"}, {"x.html", "<!DOCTYPE html>", "fetch the data itself"},
		{"x y; rm.h5", hdf5, "X=h5py.File('FILE')['NAME']"}, // a name with a special meaning to a shell is not written into a command
	} {
		failure(t, Options{Paths: []string{write(t, c.name, c.text)}}, false, c.want)
	}
	mat := fmt.Sprintf("%-124s\x00\x02IM%s%s", "MATLAB 7.3 MAT-file, Platform: GLNXA64", strings.Repeat("\x00", 384), hdf5)
	failure(t, Options{Paths: []string{write(t, "x.mat", mat)}}, false, "MATLAB 7.3 (HDF5), which is not supported: save it in MATLAB with save(f, …, '-v7')", `python3 -c "import h5py, numpy; numpy.savez('x.npz', X=h5py.File('x.mat')['X'][()].T)"`)
	failure(t, Options{Paths: []string{write(t, "x.mat", mat[:300])}}, false, "MATLAB 7.3", "cut off")
	failure(t, Options{Paths: []string{write(t, "x.mat", hdf5)}}, false, "it is an HDF5 file, not a MAT-file", "python3 -c")
	failure(t, Options{Paths: []string{write(t, "x.mat", "something else")}}, false, "not a MAT-file")
}

// TestInnerFolders uses the names of folders of sound as labels. For a folder
// with deeper data it names a folder that can be opened.
func TestInnerFolders(t *testing.T) {
	dir := putFiles(t, map[string]string{
		"yes/1.wav": sample.WAV{Values: []float64{0, .5, 0}}.Build(), "yes/2.wav": sample.WAV{Values: []float64{0, .2, 0}}.Build(),
		"no/1.wav": sample.WAV{Values: []float64{0, .1, 0}}.Build(), "about/x.md": "Words",
	})
	s := mustOpen(t, Options{Paths: []string{dir}, Embed: "none"})
	if len(s.Segments) != 3 || !slices.Equal(s.Classes, []string{"no", "yes"}) || !hasNote(s, "the names of its 2 folders are the labels") {
		t.Errorf("segments %v, classes %q, notes %q", s.Segments, s.Classes, s.Notes)
	}
	deep := putFiles(t, map[string]string{"a/b/x.csv": "a\n1\n2\n"})
	failure(t, Options{Paths: []string{deep}}, false, "holds no file to read itself (it holds 1 directory)", "open those in it, such as", filepath.Join("a", "b"))
	failure(t, Options{Paths: []string{putFiles(t, map[string]string{"a/b/x.md": "Words"})}}, false, "holds no file to read (it holds 1 directory)")
}

// A file that is not read is named by its content, regardless of its name, with
// the command that converts it.
func TestConversions(t *testing.T) {
	for _, c := range []struct{ ext, text, what, command string }{
		{".vhdr", "Brain Vision Data Exchange Header File Version 1.0\n; made\n[Common Infos]\nDataFile=a.eeg\n", "BrainVision", "mne.io.read_raw('a.vhdr')"},
		{".vhdr", "BrainVision Data Exchange Header File Version 2.0\r\n[Common Infos]\r\n", "BrainVision", "mne.io.read_raw('a.vhdr')"},
		{".vmrk", "Brain Vision Data Exchange Marker File, Version 1.0\n", "BrainVision", "mne.io.read_raw('a.vhdr')"},
		{".gdf", "GDF 2.20\x00\x00\x00", "General Data Format", "mne.io.read_raw('a.gdf')"},
		{".fif", "\x00\x00\x00\x64\x00\x00\x00\x1f\x00\x00\x00\x14\x00\x00\x00\x00", "MNE", "mne.io.read_raw('a.fif')"},
		{".hea", "100 2 360 650000\n100.dat 212 200 11 1024 995 -22131 0 MLII\n100.dat 212 200 11 1024 1011 20052 0 V5\n# 69 M\n", "WFDB", "wfdb.rdrecord('a')"},
		{".hea", "# made\ns1/3 1 125\ns1.dat 16 100/mV\n", "WFDB", "wfdb.rdrecord('a')"},
		{".xdf", "XDF:\x00\x01<?xml", "Lab Streaming Layer", "pyxdf.load_xdf('FILE')"},
		{".bvh", "HIERARCHY\nROOT Hips\n{\n", "BVH", "'/^Frame Time/,$p' FILE"},
		{".bag", "#ROSBAG V2.0\n\x00", "ROS", "rostopic echo -b FILE"},
		{".c3d", "\x02\x50\x00\x01\x00", "C3D", "ezc3d.c3d('FILE')"},
		{".tsf", "# a set\n@relation X\n@attribute series_name string\n@horizon 2\n@data\nT1:1,2\n", "Monash", "open('FILE', encoding='latin1')"},
		{".tsf", "@relation X\n@attribute start_timestamp date\n@frequency daily\n@missing false\n@data\n2012-01-01 00-00-00:1,2,3\n", "Monash", "open('FILE', encoding='latin1')"},
		{".webp", "RIFF\x24\x00\x00\x00WEBPVP8 ", "WebP", "convert FILE"},
		{".gif", "GIF89a\x01\x00", "GIF", "convert FILE"},
	} {
		for _, ext := range []string{c.ext, ".csv", ".txt", ".dat", ".bin", ".data", ".png", ""} {
			name := "a" + ext
			failure(t, Options{Paths: []string{write(t, name, c.text)}}, false, "which is not supported", c.what, strings.ReplaceAll(c.command, "FILE", name))
		}
	}
}

// A header next to numbers explains how to read them; some texts only resemble
// a header.
func TestSignalsBesideHeaders(t *testing.T) {
	dir := putFiles(t, map[string]string{
		"100.hea": "100 1 360 4\n100.dat 16 200\n", "100.dat": "\x01\x00\x02\x00\x03\x00\x05\x00\n",
		"s.vhdr": "Brain Vision Data Exchange Header File Version 1.0\n", "s.dat": "\x01\x00\x02\x00",
		"t.hea": "t 1 360 4\nt.dat 16 200\n", "t.dat": "1 2\n3 5\n6 9\n",
	})
	failure(t, Options{Paths: []string{filepath.Join(dir, "100.dat")}}, false, "100.hea is a PhysioNet recording (WFDB)", "wfdb.rdrecord('100')")
	failure(t, Options{Paths: []string{filepath.Join(dir, "s.dat")}}, false, "s.vhdr is a BrainVision header", "mne.io.read_raw('s.vhdr')")
	mustOpen(t, Options{Paths: []string{filepath.Join(dir, "t.dat")}}) // a text of numbers
	mustOpen(t, Options{Paths: []string{write(t, "h.txt", "GDF x y\n1 2 3\n4 5 9\n2 2 1\n")}, Drop: []string{"GDF"}})
	mustOpen(t, Options{Paths: []string{write(t, "a.dat", "100 2 360 65\n100 3 212 200\n101 3 2 1\n")}})
}
