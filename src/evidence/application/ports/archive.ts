import type { Export } from '../../domain/export.js';

export interface Packed {
  /** Read as more is asked for, so that no export is ever in memory as a whole. Ask within a unit of work, one part after the other. */
  readonly parts: AsyncIterable<Uint8Array>;
  /** Of all parts, in hexadecimal, once they have been read. */
  readonly sha256: () => string;
}

/** Everything that is kept about a person or an organization, as one file. */
export abstract class Archive {
  abstract pack(one: Export, at: Date): Packed;
}
