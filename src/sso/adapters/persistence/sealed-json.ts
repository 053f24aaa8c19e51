import type { SecretBox } from '../../../shared/ports/secret-box.js';

/** A `bytea` key as PostgreSQL writes it as text, which is how sealed columns name their rows. */
export function keyText(hash: Uint8Array): string {
  return `\\x${Buffer.from(hash).toString('hex')}`;
}

export function sealJson(secretBox: SecretBox, value: object, place: string): string {
  return secretBox.seal(Buffer.from(JSON.stringify(value)), place);
}

/** Opens what `sealJson` sealed for the same place, so no other program can have written it. */
export function openJson<Value extends object>(secretBox: SecretBox, sealed: string, place: string): Value {
  return JSON.parse(secretBox.open(sealed, place).toString()) as Value;
}
