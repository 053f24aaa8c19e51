import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Archive } from '../domain/archive.js';
import type { AuditScope } from '../domain/audit-filter.js';
import {
  BEGINNING,
  type Break,
  type ChainEnd,
  type ExaminedLink,
  INSTALLATION_CHAIN,
  type Link,
  type ChainVerdict,
  isSame,
  mismatched,
  missing,
  plantedBefore,
  stray,
  unanchored,
  unvouched,
} from '../domain/chain.js';
import { AuditDoor } from './audit-door.js';
import { Archives } from './ports/archives.js';
import { ChainMarks, Chains } from './ports/chains.js';
import { Watermark } from './watermark.js';

type Place = Pick<Link, 'position' | 'hash' | 'lastEventId'>;

interface Walk {
  readonly eventsChecked: number;
  readonly last: Link | null;
  readonly broken: Break | null;
}

@Injectable()
export class VerifyAuditChain {
  private readonly underWay = new Map<number, Promise<ChainVerdict>>();

  constructor(
    private readonly door: AuditDoor,
    private readonly chains: Chains,
    private readonly archives: Archives,
    private readonly marks: ChainMarks,
    private readonly watermark: Watermark,
  ) {}

  /**
   * Compares every seal of a chain with the events that are there now; up to the first that does not match. @throws
   * Forbidden
   */
  async execute(caller: Caller, scope: AuditScope): Promise<ChainVerdict> {
    await this.door.admit(caller, scope);
    const chain = scope?.organizationId ?? INSTALLATION_CHAIN;
    // It reads the whole chain, so callers who ask during that time share the answer.
    const known = this.underWay.get(chain);
    if (known !== undefined) return known;
    const verdict = this.examine(chain).finally(() => this.underWay.delete(chain));
    this.underWay.set(chain, verdict);
    return verdict;
  }

  private async examine(chain: number): Promise<ChainVerdict> {
    const watermark = await this.watermark.read();
    const [end = { chain, head: null, lastPosition: 0 }] = await this.chains.endsOf([chain]);
    const anchor = await this.archives.anchorOf(chain);
    const start = anchor && { position: anchor.lastPosition, hash: anchor.lastHash, lastEventId: anchor.lastEventId };
    const walk = await this.walk(chain, start, end.head === null ? end.lastPosition : end.head.position);
    const { count, strays } = await this.chains.behind(chain, {
      lastEventId: end.head?.lastEventId ?? walk.last?.lastEventId ?? start?.lastEventId ?? null,
      through: watermark.lastEventId,
    });
    const next = (walk.last?.position ?? start?.position ?? 0) + 1;
    return {
      eventsChecked: walk.eventsChecked,
      eventsNotSealedYet: count,
      sealedUntil: walk.last?.sealedAt ?? anchor?.sealedUntil ?? null,
      archivedUntil: anchor?.sealedUntil ?? null,
      // Without a genuine latest head it is unknown which events should have been sealed by now.
      brokenAt:
        (anchor && (await this.brokenAnchor(anchor))) ??
        walk.broken ??
        this.brokenEnd(end, next - 1) ??
        (watermark.isTrusted ? strays && stray(next, strays) : unvouched(next)),
    };
  }

  private async walk(chain: number, start: Place | null, through: number): Promise<Walk> {
    let eventsChecked = 0;
    let last: Link | null = null;
    for (;;) {
      const links: ExaminedLink[] = await this.chains.examine(chain, { after: last ?? start, through });
      if (links.length === 0) return { eventsChecked, last, broken: null };
      for (const link of links) {
        const broken = this.breakAt(link, last ?? start);
        if (broken !== null) return { eventsChecked, last, broken };
        eventsChecked += link.eventCount;
        last = link;
      }
    }
  }

  /** Where the chain continues after what was archived. */
  private async brokenAnchor(anchor: Archive): Promise<Break | null> {
    if (!isSame(this.marks.archiveProofOf(anchor), anchor.proof)) return unanchored(anchor.lastPosition + 1);
    if (!(await this.archives.holdsThrough(anchor))) return null;
    return plantedBefore(anchor.lastPosition + 1, anchor.lastEventId);
  }

  private breakAt(link: ExaminedLink, last: Place | null): Break | null {
    const position = (last?.position ?? 0) + 1;
    if (link.position !== position) return missing(position);
    const follows = isSame(link.previousHash, last?.hash ?? BEGINNING);
    return follows && isSame(this.marks.hashOf(link, link.digest), link.hash) ? null : mismatched(link);
  }

  private brokenEnd(end: ChainEnd, position: number): Break | null {
    if (!this.watermark.isGenuine(end)) return unvouched(position + 1);
    if (end.head === null || end.head.position === position) return null;
    return missing(position + 1);
  }
}
