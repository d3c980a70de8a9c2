"""Write a GGUF file anew with its matrices in another type.

    requant.py SOURCE DESTINATION {F32,F16,BF16,Q8_0,Q4_0,Q4_1,Q5_0,Q5_1}

Every type comes from one common ancestor, the F16 rounding of the source, so that files made from
the same source differ in bit-width alone. Vectors (norms, biases) stay F32. With four or five bits
the token embedding and the output matrix are Q8_0, as llama-quantize does. Metadata is copied as it
is, except the file's type. The same source gives the same bytes on every machine: all of it is
element by element, nothing is summed.

The destination appears whole or not at all.
"""

import os
import sys

import gguf
import numpy as np
from gguf import GGMLQuantizationType, GGUFValueType, LlamaFileType

TYPES = ("F32", "F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q5_0", "Q5_1")
WIDE_WITH_FEW_BITS = ("token_embd.weight", "output.weight")
OURS = ("general.architecture", "general.file_type", "general.quantization_version")


def copy_metadata(reader, writer, name):
    for key, field in reader.fields.items():
        if key.startswith("GGUF.") or key in OURS:
            continue
        kind = field.types[0]
        element = field.types[1] if kind == GGUFValueType.ARRAY else None
        writer.add_key_value(key, field.contents(), kind, element)
    whole = {"F32": "ALL_F32"}
    writer.add_file_type(LlamaFileType[whole.get(name, "MOSTLY_" + name)])
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)


def add_tensor(writer, tensor, name):
    if tensor.tensor_type == GGMLQuantizationType.F32:
        values = np.array(tensor.data)
    else:
        values = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
    if len(tensor.shape) == 1:
        writer.add_tensor(tensor.name, values)
        return
    kind = GGMLQuantizationType[name]
    if name.startswith(("Q4", "Q5")) and tensor.name in WIDE_WITH_FEW_BITS:
        kind = GGMLQuantizationType.Q8_0
    if name != "F32":
        values = values.astype(np.float16).astype(np.float32)
    if kind == GGMLQuantizationType.F32:
        writer.add_tensor(tensor.name, values)
    elif kind == GGMLQuantizationType.F16:
        writer.add_tensor(tensor.name, values.astype(np.float16))
    else:
        writer.add_tensor(tensor.name, gguf.quants.quantize(values, kind), raw_dtype=kind)


def main(argv):
    if len(argv) != 4 or argv[3] not in TYPES:
        print(f"usage: requant.py SOURCE DESTINATION {{{','.join(TYPES)}}}", file=sys.stderr)
        return 64
    source, destination, name = argv[1:]
    beside = f"{destination}.new.{os.getpid()}"
    reader = gguf.GGUFReader(source)
    writer = gguf.GGUFWriter(beside, reader.fields["general.architecture"].contents())
    try:
        copy_metadata(reader, writer, name)
        for tensor in reader.tensors:
            add_tensor(writer, tensor, name)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        os.rename(beside, destination)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
