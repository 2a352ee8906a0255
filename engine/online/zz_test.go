package online
import ("testing";"math";"math/rand/v2")
func TestStress(t *testing.T){
	bad:=0
	for seed:=range uint64(3000) {
		rng:=rand.New(rand.NewPCG(seed,9))
		m:=1+rng.IntN(8)
		r:=1+rng.IntN(m); p:=1+rng.IntN(r)
		o:=Options{Whitened:r,Features:p,Amnesia:[]float64{0,.5,2,4,50}[rng.IntN(5)],Rate:math.Pow(10,float64(rng.IntN(8)-3)),Settle:math.Pow(10,float64(rng.IntN(8)-3)),Lambda:[]float64{0,0,1e-300,1e-6,1,1e300}[rng.IntN(6)],Seed:seed}
		l:=New(m,o)
		h:=make([]float64,m); scale:=make([]float64,m); off:=make([]float64,m)
		for i:=range 400 {
			if i==0||rng.IntN(40)==0 { for j:=range scale { scale[j]=math.Pow(10,float64(rng.IntN(300)-250)/float64(1+rng.IntN(10))); off[j]=0; if rng.IntN(3)==0 {off[j]=math.Pow(10,float64(rng.IntN(40)-20))}; if rng.IntN(4)==0 {scale[j]=0}; if scale[j]>1e45 {scale[j]=1e45} } }
			mode:=rng.IntN(30)
			for j:=range h { x:=rng.NormFloat64(); switch mode { case 0: x=0; case 1: x=1; case 2: x*=1e3 }; h[j]=off[j]+scale[j]*x }
			if err:=l.Observe(h, rng.IntN(20)==0); err!=nil { t.Fatal(seed,i,h,err) }
			if i%7==0 { a,mean:=l.Features(); if a!=nil { for _,v:=range append(a.RawMatrix().Data,mean...) { if math.IsNaN(v)||math.IsInf(v,0) { bad++; if bad<10 {t.Errorf("seed %d sample %d %v %+v",seed,i,v,o)}; break } } }
			 if e:=orthonormality(l.whitening); e>1e-8 || math.IsNaN(e) { bad++; if bad<20 { t.Errorf("seed %d sample %d orth %g size %d %v",seed,i,e,l.whitening.size,l.whitening.d)} ; break } }
		}
	}
	t.Log(bad)
}
