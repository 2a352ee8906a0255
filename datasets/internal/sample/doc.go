// Package sample builds small files of each format, valid and invalid, for the
// tests of the data packages.
package sample
