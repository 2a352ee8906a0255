package serve

import (
	gossh "golang.org/x/crypto/ssh"
)

// The algorithms that the server offers, preferred ones first. None of them uses SHA-1 or a
// block cipher in CBC mode. The first key exchange is a post-quantum hybrid: traffic recorded
// today stays secret from a quantum computer. OpenSSH supports the hybrid since 9.9, all others
// since 6.5 (2014).
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
	// macs authenticate the ciphers in counter mode; the other ciphers are AEADs.
	macs = []string{
		gossh.HMACSHA256ETM,
		gossh.HMACSHA512ETM,
	}
	// clientSignatures are the signature algorithms for client authentication.
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

// algorithmConfig returns a server configuration with the offered algorithms.
func algorithmConfig() *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config:                  gossh.Config{KeyExchanges: keyExchanges, Ciphers: ciphers, MACs: macs},
		PublicKeyAuthAlgorithms: clientSignatures,
	}
}

// withoutSHA1 returns the host key; an RSA key is restricted to signatures with SHA-2.
func withoutSHA1(key gossh.Signer) (gossh.Signer, error) {
	if rsa, ok := key.(gossh.AlgorithmSigner); ok && key.PublicKey().Type() == gossh.KeyAlgoRSA {
		return gossh.NewSignerWithAlgorithms(rsa, []string{gossh.KeyAlgoRSASHA512, gossh.KeyAlgoRSASHA256})
	}
	return key, nil
}
