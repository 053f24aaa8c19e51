import { Unavailable } from '../../../shared/domain-error.js';
import type { Asker } from '../../application/ports/querying.js';
import { type Sentence, say } from '../../../shared/sentence.js';

/** How many statements run at once: in all, and of one organization, one data source and one person. */
export interface PlaceLimits {
  readonly all: number;
  readonly organization: number;
  readonly source: number;
  readonly person: number;
}

type Share = keyof PlaceLimits;

const LONGEST_WAIT = 500;
const LONGEST_LINE = 50;
const RETRY_AFTER_SECONDS = 5;
/** The narrowest share comes first, because the caller can do most about it. */
const SHARES: readonly Share[] = ['person', 'source', 'organization', 'all'];

interface Waiter {
  readonly asker: Asker;
  readonly turn: () => void;
}

/**
 * Places in which statements run. A place belongs to an organization, a data source and a person at once, and each of them has a share:
 * if slow statements fill one share, only its owner waits. A free place goes to the organization that runs least, within it to the person
 * who runs least, and then to the earliest.
 */
export class QueryPlaces {
  private readonly running: Asker[] = [];
  private readonly waiting: Waiter[] = [];

  constructor(private readonly limits: PlaceLimits) {}

  isFree(asker: Asker): boolean {
    return SHARES.every((share) => this.taken(share, asker) < this.limits[share]);
  }

  /** @throws Unavailable when the line is full, or the signal ends the waiting; it says which share is used up */
  async run<T>(asker: Asker, work: (hasWaited: boolean) => Promise<T>, patience: AbortSignal): Promise<T> {
    const hasWaited = patience.aborted || !this.isFree(asker);
    if (hasWaited) await this.turnOf(asker, patience);
    else this.running.push(asker);
    try {
      return await work(hasWaited);
    } finally {
      this.running.splice(this.running.indexOf(asker), 1);
      this.passOn();
    }
  }

  private turnOf(asker: Asker, patience: AbortSignal): Promise<void> {
    const own = this.waiting.filter((one) => one.asker.organizationId === asker.organizationId);
    const isFull = this.waiting.length >= LONGEST_WAIT || own.length >= LONGEST_LINE;
    if (isFull || patience.aborted) return Promise.reject(this.refusalOf(asker));
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(this.refusalOf(asker));
      };
      const turn = (): void => {
        patience.removeEventListener('abort', leave);
        resolve();
      };
      const waiter = { asker, turn };
      patience.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiter);
    });
  }

  /** Places pass on directly, so that newcomers do not overtake those who wait. One end may let in several, for different shares. */
  private passOn(): void {
    for (let next = this.nextWaiter(); next !== undefined; next = this.nextWaiter()) {
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.running.push(next.asker);
      next.turn();
    }
  }

  private nextWaiter(): Waiter | undefined {
    return this.waiting
      .filter(({ asker }) => this.isFree(asker))
      .map((waiter) => ({
        waiter,
        organization: this.taken('organization', waiter.asker),
        person: this.taken('person', waiter.asker),
      }))
      .sort((one, other) => one.organization - other.organization || one.person - other.person)[0]?.waiter;
  }

  private taken(share: Share, asker: Asker): number {
    return this.running.filter((other) => isOf(share, asker, other)).length;
  }

  private refusalOf(asker: Asker): Unavailable {
    const share = SHARES.find((one) => this.taken(one, asker) >= this.limits[one]) ?? 'all';
    return new Unavailable(sentenceOf(share, this.limits[share]), RETRY_AFTER_SECONDS);
  }
}

function isOf(share: Share, asker: Asker, other: Asker): boolean {
  if (share === 'all') return true;
  if (share === 'person') return other.userId === asker.userId;
  if (share === 'source') return other.dataSourceId === asker.dataSourceId;
  return other.organizationId === asker.organizationId;
}

function sentenceOf(share: Share, most: number): Sentence {
  switch (share) {
    case 'person':
      return say('You already run {most} queries, the most for one person. Wait for one of them, or cancel it.', { most });
    case 'source':
      return say('The data source already runs {most} queries, the most for one data source. Try again shortly.', { most });
    case 'organization':
      return say('The organization already runs {most} queries, the most for one organization. Try again shortly.', { most });
    case 'all':
      return 'Too many queries are already waiting. Try again shortly.';
  }
}
