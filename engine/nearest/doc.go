// Package nearest finds the exact nearest neighbours of samples by brute force:
// matrix products say which points can be near at all, and only of those is the
// distance taken. So the result is that of comparing every distance, ties
// included, at the speed of a matrix product.
package nearest
