/**
 * Links of one chain that were moved into a file. The last one of a chain is the anchor from which the rest continues.
 */
export interface Archive {
  readonly chain: number;
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly lastEventId: string;
  readonly eventCount: number;
  readonly lastHash: Uint8Array;
  /** When the last of its links was sealed. */
  readonly sealedUntil: Date;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly digest: Uint8Array;
  readonly proof: Uint8Array;
}

/** The same for the same links: after a crash the same file is written once more, and none twice. */
export function fileOf(range: Pick<Archive, 'chain' | 'firstPosition' | 'lastPosition'>): string {
  return `audit-${range.chain}-${range.firstPosition}-${range.lastPosition}.ndjson`;
}
