// Package reading holds the commands that read what sessions record: they check it, set it
// side by side, and write it elsewhere.
package reading
