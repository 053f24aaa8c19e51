import type { SecretBox } from '../../../shared/ports/secret-box.js';

/** Sealed for its row, so that it opens for no other source. */
export function sealedPassword(secretBox: SecretBox, id: number, password: string | null): string | null {
  return password === null ? null : secretBox.seal(Buffer.from(password), placeOf(id));
}

export function openedPassword(secretBox: SecretBox, id: number, sealed: string | null): string | null {
  return sealed === null ? null : secretBox.open(sealed, placeOf(id)).toString();
}

function placeOf(id: number): string {
  return `data_sources.password_sealed:${id}`;
}
