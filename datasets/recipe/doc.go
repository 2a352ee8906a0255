// Package recipe stores how data is read in a file next to it, dataset.yaml:
// the files, and settings by the names of their flags. Such a file, or its
// folder, can be opened in place of the data. Paths in it are relative to its
// folder, so that data and recipe can be moved together.
//
// A recipe refers to settings by name only. [Apply] defines the names of the
// settings of [datasets.Options] and sets them; the settings of splits and of
// fitted preparation belong to the caller.
package recipe
