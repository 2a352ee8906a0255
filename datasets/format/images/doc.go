// Package images reads images: folders of PNG and JPEG files, and IDX files
// such as those of the MNIST database.
package images
