#!/usr/bin/env python3
"""A synthetic campaign on standard output, shaped as tierbench(5) says, for the tests of render.

Seeded: the same arguments give the same bytes. Nothing in it was measured.
usage: mkcampaign.py [--seed N] [--items N] [--families N] [--verdicts N]
"""
import argparse
import hashlib
import json
import math
import random

TASKS = ["humaneval", "mbpp", "ifeval", "ifbench", "gsm8k", "math500", "cruxeval", "bfcl"]
SCORER = dict(humaneval="code", mbpp="code", ifeval="instructions", ifbench="instructions",
              gsm8k="math", math500="math", cruxeval="code", bfcl="calls")
FAMILIES = [
    ("Aster-27B", "dense", 27.0, 27.0, ["Q4_K_XL", "Q8_0", "NVFP4"]),
    ("Birch-30B-A3B", "moe", 30.5, 3.3, ["Q4_K_XL", "Q8_0"]),
    ("Cedar-8B", "dense", 8.2, 8.2, ["Q4_K_M", "Q8_0", "F16"]),
    ("Dahlia-14B", "dense", 14.8, 14.8, ["Q4_K_XL", "Q8_0"]),
    ("Elder-32B-A4B", "moe", 32.1, 4.0, ["Q4_K_XL", "Q6_K"]),
    ("Fern-4B", "dense", 4.0, 4.0, ["Q4_K_M", "Q8_0", "F16"]),
    ("Ginkgo-24B", "dense", 23.6, 23.6, ["Q4_K_XL", "Q6_K", "Q8_0"]),
    ("Hazel-21B-A3B", "moe", 21.0, 3.6, ["MXFP4", "Q8_0"]),
    ("Ilex-1.7B", "dense", 1.7, 1.7, ["Q4_K_M", "Q8_0", "F16"]),
]
BITS = dict(Q4_K_XL=4.8, Q4_K_M=4.85, Q8_0=8.5, F16=16.0, NVFP4=4.5, MXFP4=4.25, Q6_K=6.6)
KV_BYTES = dict(f16=1.0, q8_0=0.53125, q4_0=0.28125)


def hexkey(*parts):
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def wilson(k, n, z=1.959964):
    if n == 0:
        return 0.0, 1.0
    p = k / n
    d = 1 + z * z / n
    c = (p + z * z / (2 * n)) / d
    h = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
    return max(0.0, c - h), min(1.0, c + h)


def mcnemar(b, c):
    n = b + c
    if n == 0:
        return 1.0
    t = sum(math.comb(n, j) for j in range(min(b, c) + 1)) / 2 ** n
    return min(1.0, 2 * t)


def holm(ps):
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    out, top = [0.0] * len(ps), 0.0
    for rank, i in enumerate(order):
        top = max(top, min(1.0, (len(ps) - rank) * ps[i]))
        out[i] = top
    return out


class Campaign:
    def __init__(self, args):
        self.rng = random.Random(args.seed)
        self.items = args.items
        self.out = []
        self.cells = {}
        self.outcome = {}
        self.contrasts = []
        self.difficulty = {t: [self.rng.gauss(0, 1.6) for _ in range(self.items)] for t in TASKS}
        self.offset = {t: self.rng.uniform(-0.6, 0.8) for t in TASKS}

    def put(self, kind, **fields):
        self.out.append({"kind": kind, **fields})

    def cell(self, cp, replicate=0, tier=1, **knobs):
        k = dict(quant=cp["quant"], kv="f16", draft={"how": "none", "depth": 0}, np=1, load=1,
                 watermark=None)
        k.update(knobs)
        engine = knobs.pop("engine", {"name": "llama.cpp", "version": "11434",
                                      "sha256": hexkey("engine")})
        k.pop("engine", None)
        key = hexkey(cp["id"], k, replicate, engine["name"])[:16]
        if key in self.cells:
            return key
        c = dict(kind="cell", cell=key, campaign="synthetic", tier=tier, checkpoint=cp["id"],
                 family=cp["family"], arch=cp["arch"], engine=engine,
                 files=[{"role": "weights", "sha256": cp["files"][0]["sha256"]}],
                 paths={"weights": cp["files"][0]["path"]}, knobs=k,
                 settings=dict(ctx_per_slot=8192, fa=True, prefix_cache=False, gpu_layers=99,
                               threads=8, batch=2048, dtype=None, template_sha256=hexkey("t"),
                               extra_argv=[], env={}),
                 suite=hexkey("suite"), seed=1, replicate=replicate, device="RTX 5090 ×1",
                 estimate_mib=round(self.memory(cp, k) * 1.03))
        self.cells[key] = dict(c, cp=cp)
        self.out.append(c)
        return key

    def memory(self, cp, k):
        weights = cp["files"][0]["bytes"] / 2 ** 20
        kv = cp["kv_mib"] * KV_BYTES.get(k["kv"], 1.0) * k["np"]
        return weights + kv + 612 + (900 if k["draft"]["depth"] else 0)

    def speed(self, cp, k):
        base = 1900 / (cp["active"] * BITS[cp["quant"]] / 8 + 1.2)
        depth = k["draft"]["depth"]
        acc = {0: 0, 2: 0.78, 4: 0.61}[depth]
        base *= {0: 1.0, 2: 1.46, 4: 1.58}[depth]
        base *= {1: 1, 2: 0.78, 4: 0.55, 8: 0.34}[k["load"]]
        base *= {"f16": 1, "q8_0": 0.95, "q4_0": 0.94}.get(k["kv"], 1)
        return base, acc

    def answers(self, key, effects=None):
        c = self.cells[key]
        cp, k = c["cp"], c["knobs"]
        skill = 0.25 + 0.85 * math.log10(cp["params"]) + (0.25 if cp["arch"] == "dense" else 0.0)
        passed = {}
        wobble = 0.02 if k["load"] > 1 or c["replicate"] else 0.0
        own = random.Random(key)
        for t in TASKS:
            got = []
            for i in range(self.items):
                thing = random.Random(f"{cp['family']}/{t}/{i}").random()
                p = 1 / (1 + math.exp(-(skill + self.offset[t] - self.difficulty[t][i])))
                ok = thing < p
                flip = 0.012 + wobble + (0.018 if BITS[cp["quant"]] < 6 else 0)
                if k["kv"] == "q4_0":
                    flip += 0.015
                if own.random() < flip:
                    ok = own.random() < p
                e = (effects or {}).get(t, 0.0)
                if e < 0 and ok and own.random() < -e / max(p, 0.05):
                    ok = False
                got.append(ok)
            passed[t] = got
        self.outcome[key] = passed

    def rows(self, key, effects=None):
        self.answers(key, effects)
        c = self.cells[key]
        cp, k = c["cp"], c["knobs"]
        decode, acc = self.speed(cp, k)
        mem = round(self.memory(cp, k))
        base = dict(cell=key, checkpoint=cp["id"], family=cp["family"], arch=cp["arch"],
                    engine=c["engine"], knobs=k, replicate=c["replicate"])
        self.put("launch", cell=key, attempt=1, phase="up", outcome="served",
                 argv=["llama-server", "-m", cp["files"][0]["path"], "-c", str(8192 * k["np"]), "-np",
                       str(k["np"]), "-ctk", k["kv"], "-ctv", k["kv"], "-fa", "on", "-fit", "off"],
                 version=c["engine"]["version"], load_s=round(2 + cp["params"] * 0.3, 2),
                 memory=dict(rest_mib=615, loaded_mib=mem - 300), findings=[])
        scores = []
        for t in TASKS:
            n = self.items
            ok = sum(self.outcome[key][t])
            lo, hi = wilson(ok, n)
            p = ok / n
            scores.append((p, p * (1 - p) / (n - 1)))
            cut = self.rng.randrange(0, 1 + n // 60)
            s = decode * self.rng.uniform(0.96, 1.04)
            self.put("row", **base, task=t, n=n, score=p, se=math.sqrt(p * (1 - p) / (n - 1)), lo=lo, hi=hi,
                     method="wilson",
                     counts=dict(passed=ok, failed=n - ok, no_answer=self.rng.randrange(0, 3),
                                 not_judged=0, errors={}, cut=cut),
                     tokens=dict(prompt=n * 180, completion=n * 420),
                     speed=self.speeds(s, k), acceptance=acc or None,
                     memory=dict(peak_mib=mem, source="nvml-process"))
        m = sum(s[0] for s in scores) / len(scores)
        se = math.sqrt(sum(s[1] for s in scores)) / len(scores)
        self.put("row", **base, task="mean", n=self.items * len(TASKS), score=m, se=se, lo=m - 1.96 * se,
                 hi=m + 1.96 * se, method="stratified", over=TASKS,
                 counts=dict(passed=sum(sum(v) for v in self.outcome[key].values()), failed=0,
                             no_answer=3, not_judged=0, errors={}, cut=9),
                 tokens=dict(prompt=1, completion=1), speed=self.speeds(decode, k),
                 acceptance=acc or None, memory=dict(peak_mib=mem, source="nvml-process"))
        self.put("launch", cell=key, attempt=1, phase="down", outcome="served",
                 argv=[], version=c["engine"]["version"],
                 memory=dict(rest_mib=615, loaded_mib=mem - 300, peak_mib=mem, source="nvml-process"),
                 findings=[])
        for r in self.out:
            if r.get("acceptance", 0) is None:
                del r["acceptance"]

    def speeds(self, s, k):
        def q(x, spread=0.05):
            return dict(p50=x, p90=x * (1 + spread), p99=x * (1 + 3 * spread), mean=x, n=self.items)
        ttft = 60 * (1 + 0.8 * (k["load"] - 1))
        return dict(decode_tps=q(s), prefill_tps=q(s * 28), output_tps=q(s * 0.93 * k["load"]),
                    ttft_ms=q(ttft, 0.4), itl_ms=q(1000 / s, 0.2), e2e_s=q(420 / s, 0.5),
                    requests_s=s * k["load"] / 420, queue_ms=3.0, in_flight=k["load"] * 0.985)

    def contrast(self, knob, a, b, fresh=None, **more):
        name = f"{knob}:{self.cells[a]['checkpoint']}:{a[:6]}-{b[:6]}"
        changed = more.pop("changed", [knob])
        refuse = more.pop("refused", None)
        self.put("contrast", contrast=name, knob=knob, a=a, b=b, isolates=f"{knob} alone",
                 changed=changed, family=name, margin=0.03, tier=more.pop("tier", 2))
        gaps = []
        for t in TASKS:
            if refuse:
                gaps.append(dict(kind="gap", contrast=name, knob=knob, task=t, metric="score", n=self.items - 30,
                                 missing=30, refused=refuse))
                continue
            x, y = self.outcome[a][t], self.outcome[b][t]
            n = len(x)
            bb = sum(1 for i in range(n) if x[i] and not y[i])
            cc = sum(1 for i in range(n) if y[i] and not x[i])
            diff = (cc - bb) / n
            var = ((bb + cc) - (bb - cc) ** 2 / n) / (n * (n - 1))
            se = math.sqrt(var)
            w = max(1.96 * se, 3.84 / (n + 3.84))
            pd = max((bb + cc) / n, 0.01)
            gaps.append(dict(kind="gap", contrast=name, knob=knob, task=t, metric="score", n=n, missing=0,
                             a=sum(x) / n, b=sum(y) / n, diff=diff, se=se, df=n - 1, lo=diff - w, hi=diff + w,
                             method="tango+mcnemar", p=mcnemar(bb, cc), m=len(TASKS),
                             mde=3.576 * math.sqrt(pd / n), mde_unadjusted=2.8016 * math.sqrt(pd / n),
                             worst=dict(lo=diff, hi=diff), same_text=max(0.0, 1 - 6 * pd),
                             first_difference=int(40 / pd ** .5), margin=0.03, r_a=1, r_b=1,
                             flips=dict(b=bb, c=cc, rate=(bb + cc) / n, excess=max(0, (bb + cc) / n - 0.01))))
        if not refuse:
            for g, ph in zip(gaps, holm([g["p"] for g in gaps])):
                g["p_holm"] = ph
                g["noninferior"] = g["lo"] > -0.03
                g["equivalent"] = g["noninferior"] and g["hi"] < 0.03
                g["starred"] = ph < 0.05
                if g["starred"]:
                    if fresh:
                        g.update(floor=fresh, r_a=3, r_b=3, first=g["diff"] - 0.006)
                        g["grade"] = "stands" if abs(g["diff"]) > fresh else "inside-noise"
                    else:
                        g["grade"] = "ungraded"
                elif g["noninferior"]:
                    g["grade"] = "no-deficit"
                else:
                    g["grade"] = "unresolved"
            d = sum(g["diff"] for g in gaps) / len(gaps)
            se = math.sqrt(sum(g["se"] ** 2 for g in gaps)) / len(gaps)
            gaps.append(dict(kind="gap", contrast=name, knob=knob, task="mean", metric="score",
                             n=sum(g["n"] for g in gaps), missing=0, a=sum(g["a"] for g in gaps) / 8,
                             b=sum(g["b"] for g in gaps) / 8, diff=d, se=se, lo=d - 1.96 * se,
                             hi=d + 1.96 * se, method="stratified", p=math.erfc(abs(d) / se / 2 ** .5) if se else 1.0,
                             m=1, mde=2.8016 * se, mde_unadjusted=2.8016 * se, margin=0.03,
                             noninferior=d - 1.96 * se > -0.03, equivalent=abs(d) + 1.645 * se < 0.03,
                             starred=False, grade="no-deficit" if d - 1.96 * se > -0.03 else "unresolved",
                             r_a=1, r_b=1))
        self.out.extend(gaps)
        self.contrasts.append((name, knob, gaps))
        return gaps


def finding(c, key, id_, line, means, did):
    c.put("finding", id=id_, cell=key, seen=dict(where="server.log", line=line), means=means, did=did,
          engine_version="0.27.1", compute_capability="12.0", toolkit="12.8")


HOSTILE = ['<script>alert("x")</script></script><img src=x onerror=alert(3)>', "\x1b[31mred\x1b[0m and \u202ereversed\u202c",
           "a\u200bb \ufeffc", "```html\n<b>bold</b>\n```"]


def verdicts(c, items):
    """Texts that differ where the outcome does; some hostile, some long."""
    for key, passed in c.outcome.items():
        cell = c.cells[key]
        for t in TASKS:
            for i, ok in enumerate(passed[t][:items]):
                rng = random.Random(f"{key}/{t}/{i}")
                words = random.Random(f"{t}/{i}").choices(
                    "the sum of both sides is then taken over all terms so we find that it follows".split(), k=40)
                if not ok:
                    words[20:24] = ["but", "here", "it", str(rng.randrange(100))]
                text = " ".join(words) + f"\n#### {i if ok else i + 1 + rng.randrange(3)}"
                if i % 17 == 3:
                    text += "\n" + HOSTILE[i // 17 % len(HOSTILE)]
                sent = round(i * 1.5, 3)
                c.put("verdict", task=t, id=f"{t}/{i}", cell=key, replicate=cell["replicate"], seq=i,
                      messages=[dict(role="user", content=f"Question {i} of {t}: what is {i} + 0? Answer with ####.")],
                      sampling=dict(temperature=0, top_p=1, seed=1, stop=[]), limits=dict(max_tokens=512, timeout_s=60),
                      scoring=dict(scorer=SCORER[t], gold=str(i)),
                      answer=dict(text=text, reasoning="Let me think about it." if i % 5 == 0 else "", tool_calls=[],
                                  finish="length" if i % 29 == 7 else "stop", error=None, attempts=1,
                                  tokens=dict(prompt=40, completion=60, cached=0, first_chunk=1, source="usage"),
                                  arrivals=[[sent + 0.1 + 0.02 * k, 1] for k in range(60)], due_s=sent, sent_s=sent,
                                  first_byte_s=sent + .09, first_token_s=sent + .1, last_token_s=sent + 1.3),
                      verdict={"pass": ok, "score": int(ok), "extracted": str(i if ok else i + 1),
                               "why": "equal" if ok else "differs", "scorer": SCORER[t], "version": "1"})


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--items", type=int, default=200)
    ap.add_argument("--verdicts", type=int, default=0, help="the answers to so many items of a task, too")
    ap.add_argument("--families", type=int, default=len(FAMILIES))
    args = ap.parse_args()
    c = Campaign(args)
    c.put("machine", cpu="AMD Ryzen 9 9950X", cores=16, memory_mib=96000,
          gpu=[dict(name="RTX 5090", memory_mib=32607, driver="575.57", compute_capability="12.0")],
          toolkit="12.8", os="Debian GNU/Linux 12", governor="performance")
    cps = []
    for family, arch, params, active, quants in FAMILIES[:args.families]:
        for q in quants:
            size = int(params * 1e9 * BITS[q] / 8)
            cp = dict(id=f"{family}-{q}", family=family, arch=arch, quant=q, params=params, active=active,
                      kv_mib=round(1024 + params * 110 if arch == "dense" else 900 + params * 20),
                      files=[dict(role="weights", path=f"/models/{family}-{q}.gguf", format="gguf",
                                  bytes=size, sha256=hexkey(family, q))])
            mtp = family in ("Aster-27B", "Elder-32B-A4B")
            c.put("checkpoint", id=cp["id"], family=family, arch=arch, parameters=int(params * 1e9),
                  active_parameters=int(active * 1e9), context=131072, files=cp["files"], quant=q,
                  bits=BITS[q], mtp=mtp,
                  twin=dict(id=f"{family}-hf", same_weights=True if q == "F16" else None) if q in ("F16", "NVFP4") else None,
                  kv={"llama.cpp": ["f16", "q8_0", "q4_0"], "vllm": ["auto", "fp8"]})
            cp["mtp"] = mtp
            cps.append(cp)
    for r in c.out:
        if r.get("twin", 0) is None:
            del r["twin"]
    base = {}
    for cp in cps:
        key = c.cell(cp)
        eff = {"ifeval": -0.055, "ifbench": -0.07, "gsm8k": -0.02} if cp["quant"] == "NVFP4" else None
        c.rows(key, eff)
        base[cp["id"]] = key
    by_family = {}
    for cp in cps:
        by_family.setdefault(cp["family"], []).append(cp)
    for family, members in by_family.items():
        ref = [m for m in members if m["quant"] == "Q8_0"] or [max(members, key=lambda m: BITS[m["quant"]])]
        for m in members:
            if m is not ref[0]:
                c.contrast("quant", base[ref[0]["id"]], base[m["id"]],
                           fresh=0.031 if m["quant"] == "NVFP4" else None)
    noisy = [cp for cp in cps if cp["quant"] in ("Q8_0", "NVFP4") and cp["family"] == "Aster-27B"]
    for cp in noisy:
        for r in (1, 2, 3):
            c.rows(c.cell(cp, replicate=r, tier=5),
                   {"ifeval": -0.055, "ifbench": -0.07} if cp["quant"] == "NVFP4" else None)
        for t in TASKS:
            sm = c.rng.uniform(0.002, 0.007)
            c.put("noise", cell=base[cp["id"]], task=t, metric="score", R=3, n=args.items, s_m=sm,
                  sigma_w2=0.011, tau2=sm ** 2 * 0.3, F=c.rng.uniform(0.7, 1.6), floor=4.303 * sm * (2 / 3) ** .5,
                  floor_upper=4.303 * sm * 4.42 * (2 / 3) ** .5, flip_rate=0.022, identical=False)
    for cp in [cps[0], cps[4], cps[5]]:
        for kv in ("q8_0", "q4_0"):
            key = c.cell(cp, kv=kv, tier=3)
            c.rows(key, {"math500": -0.01} if kv == "q4_0" else None)
            c.contrast("kv", base[cp["id"]], key, tier=3)
    for cp in cps:
        if cp["mtp"]:
            for depth in (2, 4):
                key = c.cell(cp, draft={"how": "mtp", "depth": depth}, tier=4)
                c.rows(key)
                g = c.contrast("draft", base[cp["id"]], key, tier=4)
    mtp = [g for n, k, gs in c.contrasts if k == "draft" for g in gs if g["task"] != "mean"]
    if mtp:
        worst = max(mtp, key=lambda g: abs(g["diff"]))
        c.put("claim", claim="every delta inside ±0.01", over="draft", holds=abs(worst["diff"]) <= 0.01,
              worst=worst["diff"], widest=dict(lo=min(g["lo"] for g in mtp), hi=max(g["hi"] for g in mtp)),
              largest_mde=max(g["mde"] for g in mtp), n=len(mtp))
    for cp in [cps[0], cps[3], cps[5]]:
        for np in (2, 4, 8):
            key = c.cell(cp, np=np, load=np, tier=4)
            c.rows(key)
            if np == 8:
                alone = c.cell(cp, np=8, load=1, tier=6)
                c.rows(alone)
                c.contrast("load", alone, key, tier=6, refused="load" if cp is cps[3] else None)
    vllm = {"name": "vllm", "version": "0.27.1", "sha256": hexkey("vllm")}
    f16 = [cp for cp in cps if cp["quant"] == "F16"][:2]
    for cp in f16:
        key = c.cell(cp, engine=vllm, kv="auto", tier=7)
        c.rows(key)
        c.contrast("engine", base[cp["id"]], key, changed=["stack"], tier=7)
    nv = [cp for cp in cps if cp["quant"] == "NVFP4"]
    if nv:
        key = c.cell(nv[0], engine=vllm, kv="auto", tier=7)
        c.put("launch", cell=key, attempt=1, phase="up", outcome="unservable", argv=["vllm", "serve", "/models/x"],
              version="0.27.1", memory=dict(rest_mib=615), findings=[])
        finding(c, key, "jit-compute-capability",
                "RuntimeError: FlashInfer JIT: unsupported compute capability 12.0 <script>alert(1)</script>",
                "The prefill path is compiled at run time and cannot be built for this GPU with the toolkit installed.",
                "Marked unservable; nothing was measured.")
        finding(c, base[cps[0]["id"]], "pinned-kv",
                "FP8 KV cache requires a scheme this backend lacks", "The checkpoint's own config pins FP8 KV.",
                "Started again with --kv-cache-dtype bfloat16.")
    big = c.cell(cps[1], kv="f16", np=8, load=8, tier=4)
    c.put("launch", cell=big, attempt=1, phase="up", outcome="does-not-fit", argv=["llama-server"],
          version="11434", memory=dict(rest_mib=615), findings=[])
    c.cell(cps[2], kv="q4_0", tier=3)
    imp = c.cell(cps[-1], draft={"how": "mtp", "depth": 2}, tier=4)
    for r in c.out:
        if r["kind"] == "cell" and r["cell"] == imp:
            r["impossible"] = "the checkpoint has no MTP layers"
    if args.verdicts:
        verdicts(c, args.verdicts)
    seq = 0
    for what in ("freeze suite", "tier 1 done", "tier 2 done", "tier 5 done"):
        c.put("ledger", seq=seq, at=f"2026-11-2{seq}T08:00:00Z", what=what, prev=hexkey(seq))
        seq += 1
    for r in c.out:
        r.pop("cp", None)
        print(json.dumps(r, ensure_ascii=False, separators=(",", ":")))


main()
