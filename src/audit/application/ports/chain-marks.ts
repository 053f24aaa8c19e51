import type { Head, Link } from '../../domain/chain.js';

/** Marks that nobody makes without the key, which is not in the database: who can only write there forges no chain. */
export abstract class ChainMarks {
  abstract hashOf(link: Omit<Link, 'hash'>, digest: Uint8Array): Uint8Array;
  abstract proofOf(head: Omit<Head, 'proof'>): Uint8Array;
}
