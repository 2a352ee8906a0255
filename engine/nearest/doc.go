// Package nearest finds the exact nearest neighbours of samples by brute force. Matrix
// products exclude the points that cannot be near, and the distance is computed only to
// the others. The result is that of comparing every distance, ties included, at the
// speed of a matrix product.
package nearest
