// Package images reads images: folders of PNG and JPEG files, and IDX files as of
// the MNIST database.
package images
