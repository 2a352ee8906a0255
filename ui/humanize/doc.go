// Package humanize writes numbers, counts and times as the screens show them.
package humanize
