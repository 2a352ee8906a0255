package synth

import (
	"math"
	"math/rand/v2"
)

// VowelsRate is the number of sound samples per second.
const VowelsRate = 16000

// VowelsEmbed is the default delay embedding of the words, in the notation of
// datasets.Options.Embed: windows of 50 ms, one every 7.5 ms.
const VowelsEmbed = "l=400,epsilon=2,delta=120"

// Every speaker says every word the same number of times.
const (
	speakerCount = 18
	repCount     = 3
)

// The seeds of the speakers and of the words. Each speaker and each word has
// its own stream, so that none depends on the order of generation.
const (
	speakerSeed = 1995
	wordSeed    = 1953
)

// Word is one spoken word.
type Word struct {
	// Label is the word, "heed" or "head".
	Label string
	// Speaker is the name of the speaker, such as "w03"; Sex is "woman" or
	// "man".
	Speaker, Sex string
	// Rep counts the speaker's repetitions of the word from 0.
	Rep int
	// Samples holds the sound at VowelsRate, in (−1, 1) on the grid of 16-bit
	// sound, not normalised.
	Samples []float64
}

// Vowels returns the synthetic words "heed" and "head": 18 speakers, women and
// men in turn, 3 times each, in the order speaker, word, repetition. It is the
// task of the vowel experiment in paper 000, section 5, with synthetic speech.
//
// Speakers differ as people do, in the length and shape of the vocal tract,
// pitch, voice quality, tempo, loudness. Repetitions differ a little in all of
// these and in the noise of the room. The two words of a speaker differ in the
// vowel alone: its formants, and its natural duration.
func Vowels() []Word {
	speakers := allSpeakers()
	words := make([]Word, speakerCount*len(vowels)*repCount)
	inParallel(len(words), func(i int) { words[i] = newWord(speakers, i) })
	return words
}

// allSpeakers returns the speakers of the set.
func allSpeakers() []*speaker {
	speakers := make([]*speaker, speakerCount)
	for i := range speakers {
		speakers[i] = newSpeaker(i)
	}
	return speakers
}

// newWord generates word i of the set.
func newWord(speakers []*speaker, i int) Word {
	s, vowel, rep := speakers[i/(repCount*len(vowels))], i/repCount%len(vowels), i%repCount
	rng := rand.New(rand.NewPCG(wordSeed, uint64(i)))
	return Word{
		Label: vowels[vowel].word, Speaker: s.name, Sex: s.sex.name, Rep: rep,
		Samples: speak(newUtterance(s, vowel, rng), rng),
	}
}

// toGrid rounds x to the grid of 16-bit sound.
func toGrid(x float64) float64 { return math.Round(x*(1<<15)) / (1 << 15) }
