const LARGEST = 127;

/** A vector in whole numbers of a byte each, as long or short as it was: a quarter of the room, and nearly the same angles. */
export function quantized(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * LARGEST)));
}

/** The cosine of the angle between them; 0 for vectors of different lengths, which different models have made. */
export function similarity(one: Int8Array | Float32Array, other: Int8Array | Float32Array): number {
  if (one.length !== other.length) return 0;
  let product = 0;
  let own = 0;
  let its = 0;
  for (let at = 0; at < one.length; at += 1) {
    const a = one[at] ?? 0;
    const b = other[at] ?? 0;
    product += a * b;
    own += a * a;
    its += b * b;
  }
  return own === 0 || its === 0 ? 0 : product / Math.sqrt(own * its);
}
