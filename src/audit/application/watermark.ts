import { Injectable } from '@nestjs/common';
import { type ChainEnd, isSame } from '../domain/chain.js';
import { ChainMarks, Chains } from './ports/chains.js';

const HEADS_LOOKED_AT = 20;

/** How far the trail is sealed, by heads that are genuine: all chains are sealed up to the foremost one. */
@Injectable()
export class Watermark {
  constructor(
    private readonly chains: Chains,
    private readonly marks: ChainMarks,
  ) {}

  /** @returns id of the last sealed event, `null` before the first; not trusted when none of the foremost heads is genuine */
  async read(): Promise<{ lastEventId: string | null; isTrusted: boolean }> {
    const heads = await this.chains.foremostHeads(HEADS_LOOKED_AT);
    const genuine = heads.find((head) => isSame(this.marks.proofOf(head), head.proof));
    return { lastEventId: genuine?.lastEventId ?? null, isTrusted: genuine !== undefined || heads.length === 0 };
  }

  /** Whether the end of a chain is still what was left there; a missing last link shows when the links are checked. */
  isGenuine({ head, lastPosition }: ChainEnd): boolean {
    if (head === null) return lastPosition === 0;
    return isSame(this.marks.proofOf(head), head.proof) && lastPosition <= head.position;
  }
}
