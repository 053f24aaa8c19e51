import type { ChainEnd, ExaminedLink, Head, Link } from '../../domain/chain.js';
import type { Archive } from '../../domain/archive.js';

/**
 * Marks that only the holder of the key can make. The key is not in the database, so write access there is not enough
 * to forge a chain.
 */
export abstract class ChainMarks {
  abstract hashOf(link: Omit<Link, 'hash'>, digest: Uint8Array): Uint8Array;
  /** SHA-256, as PostgreSQL computes it over the events of a link. */
  abstract digestOf(content: string | Uint8Array): Uint8Array;
  abstract archiveProofOf(archive: Omit<Archive, 'proof'>): Uint8Array;
  abstract proofOf(head: Omit<Head, 'proof'>): Uint8Array;
}

/** Events of one chain that lie together, as many as fit into one link. */
export interface Slice {
  readonly chain: number;
  readonly firstEventId: string;
  readonly lastEventId: string;
  readonly eventCount: number;
  readonly digest: Uint8Array;
}

export abstract class Chains {
  /**
   * The largest event id below which no other can appear any more: ids are handed out before the commit. Call it
   * outside a unit of work. @returns `null` for none, or while writers keep it unknown
   */
  abstract settledThrough(): Promise<string | null>;
  /** Lasts for the rest of the unit of work. @returns whether no other instance seals now */
  abstract claim(): Promise<boolean>;
  /** The next events of all chains, at most `most`, sliced; chain by chain in order of their ids. */
  abstract slices(range: { after: string; through: string; most: number }): Promise<Slice[]>;
  /** One for each chain asked for, all as of one moment. */
  abstract endsOf(chains: readonly number[]): Promise<ChainEnd[]>;
  /** The heads of those chains that were sealed furthest, the furthest first. */
  abstract foremostHeads(most: number): Promise<Head[]>;
  abstract append(links: readonly Link[], heads: readonly Head[]): Promise<void>;

  /** The links after a position, up to `through`, each with the digest of the events that are there now. */
  abstract examine(
    chain: number,
    range: { after: Pick<Link, 'position' | 'lastEventId'> | null; through: number },
  ): Promise<ExaminedLink[]>;
  /** Events after the end of a chain: how many in all, and which of them up to `through`. */
  abstract behind(
    chain: number,
    end: { lastEventId: string | null; through: string | null },
  ): Promise<{ count: number; strays: { firstEventId: string; lastEventId: string } | null }>;
}
