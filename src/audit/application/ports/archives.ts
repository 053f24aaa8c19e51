import type { Archive } from '../../domain/archive.js';
import type { ArchivedLink } from '../../domain/archive-file.js';

export abstract class Archives {
  /** Lasts for the rest of the unit of work. @returns whether no other instance archives now */
  abstract claim(): Promise<boolean>;
  /** The next chain after the given one that has links sealed before that time; `null` if there is none. */
  abstract nextChain(after: number, sealedBefore: Date): Promise<number | null>;
  /** The last archive of a chain. */
  abstract anchorOf(chain: number): Promise<Archive | null>;
  /** When the last archived link was sealed, of one chain or of all. */
  abstract archivedUntil(chain: number | null): Promise<Date | null>;
  /** Whether events exist in a period in which everything was archived and deleted. */
  abstract holdsThrough(anchor: Pick<Archive, 'chain' | 'lastEventId'>): Promise<boolean>;
  /** The next links of a chain that fill one file, always the same until they are archived. */
  abstract linksAfter(chain: number, anchor: Archive | null, sealedBefore: Date): Promise<ArchivedLink[]>;
  /** Remembers the archive, and deletes what is in it. */
  abstract replace(archive: Archive, at: Date): Promise<void>;
  /** In the order of their positions. */
  abstract of(chain: number): Promise<Archive[]>;
  /** The chains with archived links. */
  abstract chains(): Promise<number[]>;
}
