/** The chain of the events that belong to no organization. */
export const INSTALLATION_CHAIN = 0;

/** What the hash of the link before the first one would be. */
export const BEGINNING: Uint8Array = new Uint8Array(32);

/** Event ids are text here: a forged one may be larger than a number holds exactly. */
export interface Link {
  readonly chain: number;
  /** Counts from 1 without a gap. */
  readonly position: number;
  readonly firstEventId: string;
  readonly lastEventId: string;
  readonly eventCount: number;
  readonly sealedAt: Date;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
}

/** Vouches for the last link of a chain, so that its end cannot be cut off and rebuilt. */
export interface Head {
  readonly chain: number;
  readonly position: number;
  readonly lastEventId: string;
  readonly hash: Uint8Array;
  readonly proof: Uint8Array;
}

export interface ChainEnd {
  readonly chain: number;
  readonly head: Head | null;
  /** The position of the last link, 0 for none. */
  readonly lastPosition: number;
}

/** A link with the digest of the events that are now between the link before it and its own end. */
export interface ExaminedLink extends Link {
  readonly digest: Uint8Array;
}

export interface Break {
  readonly position: number;
  /** `null` when the link itself is gone. */
  readonly firstEventId: string | null;
  readonly lastEventId: string | null;
  readonly message: string;
}

export interface ChainVerdict {
  readonly eventsChecked: number;
  readonly eventsNotSealedYet: number;
  readonly sealedUntil: Date | null;
  /** When the last archived link was sealed; `null` for none. Everything before it is in the archive. */
  readonly archivedUntil: Date | null;
  readonly brokenAt: Break | null;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

export function missing(position: number): Break {
  return { position, firstEventId: null, lastEventId: null, message: `Link ${position} was removed.` };
}

export function mismatched({ position, firstEventId, lastEventId }: Link): Break {
  const message = `Link ${position} does not match: one of its events, or the link itself, was changed, removed or inserted.`;
  return { position, firstEventId, lastEventId, message };
}

export function unvouched(position: number): Break {
  const message = `The record of the end of the chain, after link ${position - 1}, was removed or changed.`;
  return { position, firstEventId: null, lastEventId: null, message };
}

export function unanchored(position: number): Break {
  const message = 'The record of the archive was changed, so the place where the rest of the chain continues is unknown.';
  return { position, firstEventId: null, lastEventId: null, message };
}

export function plantedBefore(position: number, lastEventId: string): Break {
  const message = 'Events were inserted into a period that was already archived.';
  return { position, firstEventId: null, lastEventId, message };
}

export function stray(position: number, strays: { firstEventId: string; lastEventId: string }): Break {
  const message = 'Events were inserted into a period that was already sealed, or the chain was removed.';
  return { position, ...strays, message };
}
