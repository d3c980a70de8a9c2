"""A GGUF with an MTP head and random weights: it can be served and drafts for itself, its texts have no sense.
usage: mkmtp.py OUT TOKENIZER.gguf   (needs gguf and numpy)"""
import sys

import gguf
import numpy as np

out, tokenizer = sys.argv[1:3]
layers, width, heads, kv, ff, experts, used, expert_ff = 2, 128, 4, 2, 256, 4, 2, 64
head = width // heads
src = {k: f.contents() for k, f in gguf.GGUFReader(tokenizer).fields.items() if k.startswith("tokenizer.")}
tokens = src["tokenizer.ggml.tokens"]
draw = np.random.default_rng(1)

w = gguf.GGUFWriter(out, "glm4moe")
w.add_name("Random MTP")
w.add_context_length(4096)
w.add_embedding_length(width)
w.add_block_count(layers + 1)
w.add_feed_forward_length(ff)
w.add_head_count(heads)
w.add_head_count_kv(kv)
w.add_key_length(head)
w.add_value_length(head)
w.add_rope_dimension_count(head)
w.add_rope_freq_base(1e4)
w.add_layer_norm_rms_eps(1e-5)
w.add_expert_count(experts)
w.add_expert_used_count(used)
w.add_expert_shared_count(1)
w.add_expert_feed_forward_length(expert_ff)
w.add_leading_dense_block_count(1)
w.add_expert_weights_scale(1.0)
w.add_expert_weights_norm(True)
w.add_expert_gating_func(gguf.ExpertGatingFuncType.SIGMOID)
w.add_nextn_predict_layers(1)
w.add_vocab_size(len(tokens))
w.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
w.add_tokenizer_model(src["tokenizer.ggml.model"])
w.add_tokenizer_pre(src["tokenizer.ggml.pre"])
w.add_token_list(tokens)
w.add_token_types(src["tokenizer.ggml.token_type"])
w.add_token_merges(src["tokenizer.ggml.merges"])
w.add_bos_token_id(src["tokenizer.ggml.bos_token_id"])
w.add_eos_token_id(src["tokenizer.ggml.eos_token_id"])
w.add_add_bos_token(False)
w.add_chat_template(src["tokenizer.chat_template"])


def matrix(name, *shape):
    w.add_tensor(name, (draw.standard_normal(shape) * .05).astype(np.float16))


def vector(name, n=width, value=1):
    w.add_tensor(name, np.full(n, value, np.float32))


matrix("token_embd.weight", len(tokens), width)
vector("output_norm.weight")
matrix("output.weight", len(tokens), width)
for i in range(layers + 1):
    b = f"blk.{i}."
    vector(b + "attn_norm.weight")
    vector(b + "post_attention_norm.weight")
    matrix(b + "attn_q.weight", heads * head, width)
    matrix(b + "attn_k.weight", kv * head, width)
    matrix(b + "attn_v.weight", kv * head, width)
    vector(b + "attn_q.bias", heads * head, 0)
    vector(b + "attn_k.bias", kv * head, 0)
    vector(b + "attn_v.bias", kv * head, 0)
    matrix(b + "attn_output.weight", width, heads * head)
    if i == 0:
        matrix(b + "ffn_gate.weight", ff, width)
        matrix(b + "ffn_up.weight", ff, width)
        matrix(b + "ffn_down.weight", width, ff)
    else:
        w.add_tensor(b + "ffn_gate_inp.weight", (draw.standard_normal((experts, width)) * .05).astype(np.float32))
        vector(b + "exp_probs_b.bias", experts, 0)
        matrix(b + "ffn_gate_exps.weight", experts, expert_ff, width)
        matrix(b + "ffn_up_exps.weight", experts, expert_ff, width)
        matrix(b + "ffn_down_exps.weight", experts, width, expert_ff)
        matrix(b + "ffn_gate_shexp.weight", expert_ff, width)
        matrix(b + "ffn_up_shexp.weight", expert_ff, width)
        matrix(b + "ffn_down_shexp.weight", width, expert_ff)
b = f"blk.{layers}.nextn."
matrix(b + "eh_proj.weight", width, 2 * width)
vector(b + "enorm.weight")
vector(b + "hnorm.weight")
vector(b + "shared_head_norm.weight")
w.write_header_to_file()
w.write_kv_data_to_file()
w.write_tensors_to_file()
w.close()
