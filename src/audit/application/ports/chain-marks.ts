import type { Archive } from '../../domain/archive.js';
import type { Head, Link } from '../../domain/chain.js';

/** Marks that nobody makes without the key, which is not in the database: who can only write there forges no chain. */
export abstract class ChainMarks {
  abstract hashOf(link: Omit<Link, 'hash'>, digest: Uint8Array): Uint8Array;
  /** SHA-256, as PostgreSQL computes it over the events of a link. */
  abstract digestOf(content: string | Uint8Array): Uint8Array;
  abstract archiveProofOf(archive: Omit<Archive, 'proof'>): Uint8Array;
  abstract proofOf(head: Omit<Head, 'proof'>): Uint8Array;
}
