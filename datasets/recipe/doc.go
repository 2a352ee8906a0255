// Package recipe keeps how data is read in a file beside it, dataset.yaml: the files,
// and settings by the names of the flags that make them. Such a file, or the folder
// that it is in, is opened in place of the data. Paths in it are seen from its folder,
// so that data and recipe may move together.
//
// A recipe knows settings by name only. What a setting of [datasets.Options] is
// called, and how it is set, [Apply] says; settings of splits and of what is fitted
// belong to who opens the data.
package recipe
