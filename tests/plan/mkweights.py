"""Small checkpoints for the registry's tests. usage: mkweights.py KIND PATH [KEY=VALUE ...]

gguf PATH        layers=2 width=32 heads=4 kv=2 ff=64 vocab=16 type=F16|F32|Q8_0 name= experts= used= mtp=1 seed=1
                 split=N (PATH is the stem) big=1 (big-endian) cut=BYTES (truncated at the end) plus=1 (norms + 1)
hf FOLDER        the same weights as gguf with the same values of the options; shards=N pin=ct|modelopt flip=TENSOR
hostile PATH     what=counts|string|array|tensor
"""
import json
import os
import random
import struct
import sys


def string(s):
    b = s.encode()
    return struct.pack("<Q", len(b)) + b


def pair(key, kind, value):
    return string(key) + struct.pack("<I", kind) + value


def u32(key, n):
    return pair(key, 4, struct.pack("<I", n))


def text(key, s):
    return pair(key, 8, string(s))


def half(values):
    return struct.pack(f"<{len(values)}e", *values)


def halves(values):
    """Rounded to F16, so that every format holds the same values."""
    return list(struct.unpack(f"<{len(values)}e", half(values)))


def q8_0(values):
    out = b""
    for i in range(0, len(values), 32):
        block = values[i:i + 32]
        d = max(abs(x) for x in block) / 127 or 1.0
        out += half([d]) + struct.pack("<32b", *[round(x / d) for x in block])
    return out


def weights(o):
    """Tensors in the GGUF's order and layout: name, rows, cols, slices, values."""
    draw = random.Random(o["seed"])
    layers, width, heads, kv, ff, vocab = (int(o[k]) for k in ("layers", "width", "heads", "kv", "ff", "vocab"))
    head = width // heads

    def t(name, rows, cols, slices=1, scale=.5):
        return name, rows, cols, slices, halves([draw.uniform(-scale, scale) for _ in range(rows * cols * slices)])

    yield t("token_embd.weight", vocab, width)
    yield t("output_norm.weight", 1, width)
    for i in range(layers):
        b = f"blk.{i}."
        yield t(b + "attn_norm.weight", 1, width)
        yield t(b + "attn_q.weight", heads * head, width)
        yield t(b + "attn_k.weight", kv * head, width)
        yield t(b + "attn_v.weight", kv * head, width)
        yield t(b + "attn_output.weight", width, heads * head)
        yield t(b + "ffn_norm.weight", 1, width)
        experts = int(o["experts"] or 0)
        if experts:
            yield t(b + "ffn_gate_inp.weight", experts, width)
            for n in ("gate", "up"):
                yield t(b + f"ffn_{n}_exps.weight", ff, width, experts)
            yield t(b + "ffn_down_exps.weight", width, ff, experts)
        else:
            for n in ("gate", "up"):
                yield t(b + f"ffn_{n}.weight", ff, width)
            yield t(b + "ffn_down.weight", width, ff)
    if o["mtp"]:
        yield t(f"blk.{layers}.nextn.eh_proj.weight", width, 2 * width)


def metadata(o):
    a = "toy"
    m = [text("general.architecture", a), u32("general.alignment", 32), u32(f"{a}.context_length", 512),
         u32(f"{a}.embedding_length", int(o["width"])), u32(f"{a}.block_count", int(o["layers"]) + bool(o["mtp"])),
         u32(f"{a}.attention.head_count", int(o["heads"])), u32(f"{a}.attention.head_count_kv", int(o["kv"])),
         u32("general.file_type", {"F32": 0, "F16": 1, "Q8_0": 7}[o["type"]]),
         pair("tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 2000) + b"".join(string(f"t{i}") for i in range(2000))),
         text("tokenizer.chat_template", "{{ messages }}")]
    if o["name"]:
        m.append(text("general.name", o["name"]))
    if o["experts"]:
        m += [u32(f"{a}.expert_count", int(o["experts"])), u32(f"{a}.expert_used_count", int(o["used"]))]
    if o["mtp"]:
        m.append(u32(f"{a}.nextn_predict_layers", 1))
    return m


def write_gguf(path, meta, tensors, o):
    kind = {"F32": 0, "F16": 1, "Q8_0": 8}
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(meta)) + b"".join(meta)
    data = b""
    for name, rows, cols, slices, values in tensors:
        typ = "F32" if rows == 1 else o["type"]
        if rows == 1 and o["plus"]:
            values = [v + 1 for v in values]
        dims = [cols] + ([rows] if rows > 1 else []) + ([slices] if slices > 1 else [])
        data += b"\0" * (-len(data) % 32)
        head += string(name) + struct.pack("<I", len(dims)) + struct.pack(f"<{len(dims)}Q", *dims)
        head += struct.pack("<IQ", kind[typ], len(data))
        data += {"F32": lambda v: struct.pack(f"<{len(v)}f", *v), "F16": half, "Q8_0": q8_0}[typ](values)
    head += b"\0" * (-len(head) % 32)
    whole = head + data
    with open(path, "wb") as f:
        f.write(whole[:len(whole) - int(o["cut"] or 0)])


def gguf(path, o):
    tensors, parts = list(weights(o)), int(o["split"] or 1)
    if o["big"]:
        open(path, "wb").write(b"GGUF" + struct.pack(">IQQ", 3, 0, 0))
    elif parts == 1:
        write_gguf(path, metadata(o), tensors, o)
    else:
        for i in range(parts):
            meta = (metadata(o) if i == 0 else []) + [pair("split.count", 2, struct.pack("<H", parts)),
                                                      pair("split.no", 2, struct.pack("<H", i))]
            write_gguf(f"{path}-{i + 1:05d}-of-{parts:05d}.gguf", meta, tensors[i::parts], o)


def unrotated(values, rows, cols, heads):
    """The order of rows that the converter started from."""
    head, out = rows // heads, [None] * rows
    for r in range(rows):
        h, w = divmod(r, head)
        out[h * head + w % 2 * (head // 2) + w // 2] = values[r * cols:(r + 1) * cols]
    return [x for row in out for x in row]


NAMES = {"attn_norm": "input_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj",
         "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj", "ffn_norm": "post_attention_layernorm",
         "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj", "ffn_gate_inp": "mlp.gate"}


def hf_tensors(o):
    for name, rows, cols, slices, values in weights(o):
        stem = name[:-len(".weight")]
        if stem == "token_embd":
            yield "model.embed_tokens.weight", [rows, cols], values
        elif stem == "output_norm":
            yield "model.norm.weight", [cols], values
        else:
            _, i, kind = stem.split(".", 2)
            if kind == "nextn.eh_proj":
                yield f"model.layers.{i}.eh_proj.weight", [rows, cols], values
            elif kind.endswith("_exps"):
                for e in range(slices):
                    n = kind[4:-5]
                    yield f"model.layers.{i}.mlp.experts.{e}.{n}_proj.weight", [rows, cols], \
                        values[e * rows * cols:(e + 1) * rows * cols]
            else:
                if kind in ("attn_q", "attn_k"):
                    values = unrotated(values, rows, cols, int(o["heads" if kind == "attn_q" else "kv"]))
                yield f"model.layers.{i}.{NAMES[kind]}.weight", [cols] if rows == 1 else [rows, cols], values


def hf(folder, o):
    os.makedirs(folder, exist_ok=True)
    tensors, shards = list(hf_tensors(o)), int(o["shards"] or 1)
    for s in range(shards):
        header, data = {"__metadata__": {"format": "pt"}}, b""
        for name, shape, values in tensors[s::shards]:
            if name == o["flip"]:
                values = values[:5] + [values[5] + .25] + values[6:]
            b = half(values)
            header[name] = {"dtype": "F16", "shape": shape, "data_offsets": [len(data), len(data) + len(b)]}
            data += b
        h = json.dumps(header).encode()
        name = "model.safetensors" if shards == 1 else f"model-{s + 1:05d}-of-{shards:05d}.safetensors"
        whole = struct.pack("<Q", len(h)) + h + data
        open(f"{folder}/{name}", "wb").write(whole[:len(whole) - int(o["cut"] or 0)])
    config = {"architectures": ["ToyForCausalLM"], "hidden_size": int(o["width"]), "num_hidden_layers": int(o["layers"]),
              "num_attention_heads": int(o["heads"]), "num_key_value_heads": int(o["kv"]), "max_position_embeddings": 512,
              "vocab_size": int(o["vocab"])}
    if o["experts"]:
        config.update(num_experts=int(o["experts"]), num_experts_per_tok=int(o["used"]))
    if o["pin"] == "ct":
        config["quantization_config"] = {"quant_method": "compressed-tensors",
                                         "kv_cache_scheme": {"num_bits": 8, "type": "float"}}
    json.dump(config, open(f"{folder}/config.json", "w"), indent=1)
    json.dump({"chat_template": "{{ messages }}"}, open(f"{folder}/tokenizer_config.json", "w"))


def hostile(path, o):
    many = 1 << 60
    head = {"counts": b"GGUF" + struct.pack("<IQQ", 3, many, many),
            "string": b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", many),
            "array": b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + string("k") + struct.pack("<IIQ", 9, 4, many),
            "tensor": b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + string("t") + struct.pack("<I4QIQ", 4, many, many, 1, 1, 0, 0)}
    open(path, "wb").write(head[o["what"]] + b"\0" * 100)


options = dict(layers=2, width=32, heads=4, kv=2, ff=64, vocab=16, type="F16", name="", experts="", used="", mtp="", seed=1,
               split="", big="", cut="", plus="", shards="", pin="", flip="", what="")
options.update(a.split("=", 1) for a in sys.argv[3:])
{"gguf": gguf, "hf": hf, "hostile": hostile}[sys.argv[1]](sys.argv[2], options)
