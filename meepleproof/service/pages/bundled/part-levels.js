const e=["easy","medium","hard","expert"];function t(t,r){return e[t.filter(e=>e<=r).length]}export{t as l};
