import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { BEGINNING, type ChainEnd, type Head, type Link } from '../domain/chain.js';
import { type Slice, ChainMarks, Chains } from './ports/chains.js';
import { Watermark } from './watermark.js';

const EVENTS_IN_A_ROUND = 20_000;

export interface SealReport {
  /** False while others write or seal: the next run catches up. */
  readonly finished: boolean;
  /** The new end of each chain that grew: kept outside the database, it also exposes a chain that was rebuilt. */
  readonly heads: readonly Head[];
  /** Chains whose end has changed since; they are not continued, so that the change stays visible. */
  readonly broken: readonly number[];
}

interface Round {
  readonly heads: readonly Head[];
  readonly broken: readonly number[];
  readonly after: string;
  readonly isLast: boolean;
}

/**
 * Appends what was recorded since the last run to the chains. Each round is one transaction over all chains: everything
 * before the foremost head is sealed, and an event that turns up there later is a forgery.
 */
@Injectable()
export class SealAudit {
  constructor(
    private readonly chains: Chains,
    private readonly marks: ChainMarks,
    private readonly watermark: Watermark,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<SealReport> {
    const heads = new Map<number, Head>();
    const broken = new Set<number>();
    const report = (finished: boolean): SealReport => ({ finished, heads: [...heads.values()], broken: [...broken] });
    const through = await this.chains.settledThrough();
    if (through === null) return report(false);
    let after = '0';
    for (;;) {
      const from = after;
      const round = await this.unitOfWork.run(() => this.round(from, through));
      if (round === null) return report(false);
      for (const head of round.heads) heads.set(head.chain, head);
      for (const chain of round.broken) broken.add(chain);
      if (round.isLast) return report(true);
      after = round.after;
    }
  }

  private async round(from: string, through: string): Promise<Round | null> {
    if (!(await this.chains.claim())) return null;
    const sealed = await this.watermark.read();
    if (!sealed.isTrusted) throw new Error('The heads of the audit chains were changed: nothing is sealed.');
    const after = furthest([from, sealed.lastEventId ?? '0']);
    const slices = await this.chains.slices({ after, through, most: EVENTS_IN_A_ROUND });
    const byChain = new Map<number, Slice[]>();
    for (const slice of slices) byChain.set(slice.chain, [...(byChain.get(slice.chain) ?? []), slice]);
    const ends = await this.chains.endsOf([...byChain.keys()]);
    const links: Link[] = [];
    const heads: Head[] = [];
    for (const end of ends.filter((one) => this.watermark.isGenuine(one))) {
      const grown = this.grow(end, byChain.get(end.chain) ?? []);
      links.push(...grown);
      heads.push(...grown.slice(-1).map((link) => this.headAt(link)));
    }
    await this.chains.append(links, heads);
    return {
      heads,
      broken: ends.filter((end) => !this.watermark.isGenuine(end)).map(({ chain }) => chain),
      after: furthest([after, ...slices.map(({ lastEventId }) => lastEventId)]),
      isLast: slices.reduce((sum, { eventCount }) => sum + eventCount, 0) < EVENTS_IN_A_ROUND,
    };
  }

  private grow({ chain, head }: ChainEnd, slices: readonly Slice[]): Link[] {
    let last: Pick<Link, 'position' | 'hash'> = head ?? { position: 0, hash: BEGINNING };
    return slices.map(({ digest, ...slice }) => {
      const link = {
        ...slice,
        chain,
        position: last.position + 1,
        previousHash: last.hash,
        sealedAt: this.clock.now(),
      };
      const sealed = { ...link, hash: this.marks.hashOf(link, digest) };
      last = sealed;
      return sealed;
    });
  }

  private headAt({ chain, position, lastEventId, hash }: Link): Head {
    const head = { chain, position, lastEventId, hash };
    return { ...head, proof: this.marks.proofOf(head) };
  }
}

function furthest(ids: readonly string[]): string {
  return ids.reduce((one, other) => (BigInt(other) > BigInt(one) ? other : one));
}
