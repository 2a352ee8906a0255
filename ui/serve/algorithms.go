package serve

import (
	gossh "golang.org/x/crypto/ssh"
)

// The algorithms that the server offers, the preferred first. None of them rests on
// SHA-1 or on a block cipher in CBC mode. The first key exchange is a hybrid: what
// it protects stays secret even from who records it now and has a quantum computer
// later. All are in OpenSSH since 6.5 (2014) but the hybrid, which is in 9.9.
var (
	keyExchanges = []string{
		gossh.KeyExchangeMLKEM768X25519,
		gossh.KeyExchangeCurve25519,
		gossh.KeyExchangeECDHP256,
		gossh.KeyExchangeECDHP384,
		gossh.KeyExchangeECDHP521,
	}
	ciphers = []string{
		gossh.CipherChaCha20Poly1305,
		gossh.CipherAES256GCM,
		gossh.CipherAES128GCM,
		gossh.CipherAES256CTR,
		gossh.CipherAES128CTR,
	}
	// macs protect the ciphers in counter mode; the others authenticate themselves.
	macs = []string{
		gossh.HMACSHA256ETM,
		gossh.HMACSHA512ETM,
	}
	// clientSignatures are what a client may prove its key with.
	clientSignatures = []string{
		gossh.KeyAlgoED25519,
		gossh.KeyAlgoSKED25519,
		gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256,
		gossh.KeyAlgoECDSA384,
		gossh.KeyAlgoECDSA521,
		gossh.KeyAlgoRSASHA512,
		gossh.KeyAlgoRSASHA256,
	}
)

// cryptography is the part of a connection's configuration that names algorithms.
func algorithmConfig() *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config:                  gossh.Config{KeyExchanges: keyExchanges, Ciphers: ciphers, MACs: macs},
		PublicKeyAuthAlgorithms: clientSignatures,
	}
}

// withoutSHA1 is a host key that signs with SHA-2 alone: an RSA key could do
// otherwise.
func withoutSHA1(key gossh.Signer) (gossh.Signer, error) {
	if rsa, ok := key.(gossh.AlgorithmSigner); ok && key.PublicKey().Type() == gossh.KeyAlgoRSA {
		return gossh.NewSignerWithAlgorithms(rsa, []string{gossh.KeyAlgoRSASHA512, gossh.KeyAlgoRSASHA256})
	}
	return key, nil
}
