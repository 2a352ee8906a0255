// Package verify computes recorded points again, and compares them with what is
// recorded.
package verify
