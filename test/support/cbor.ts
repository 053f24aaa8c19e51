type CborValue = number | string | Uint8Array | Map<number | string, CborValue>;

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, map: 5 } as const;

/** The part of CBOR (RFC 8949) that WebAuthn needs. Maps keep their order: canonical order is the caller's to give. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, value);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(MAJOR.text, text.length), text]);
  }
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
    return Buffer.concat([head(MAJOR.map, value.size), ...pairs]);
  }
  return Buffer.concat([head(MAJOR.bytes, value.length), value]);
}

function head(major: number, argument: number): Buffer {
  if (!Number.isInteger(argument) || argument > 0xffff) throw new RangeError(`${argument} is not encoded here`);
  if (argument < 24) return Buffer.of((major << 5) | argument);
  if (argument < 0x100) return Buffer.of((major << 5) | 24, argument);
  return Buffer.of((major << 5) | 25, argument >> 8, argument & 0xff);
}
