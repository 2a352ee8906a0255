// Package sample builds small files of each format, right ones and wrong ones, for
// the tests of the data packages.
package sample
