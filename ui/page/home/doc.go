// Package home is the place that everything is opened from: the sessions that there are,
// the newest first, the data beside them, and what is known of the one under the cursor.
//
// Home shows its frame before it has read anything. It reads the headers of the sessions
// first, then one by one what takes long, beginning with those on the screen, and reads
// nothing twice that has not changed since. Where it looks is a [Source].
package home
