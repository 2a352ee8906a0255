// Package sound reads sound: WAV in all its variants, and FLAC.
package sound
