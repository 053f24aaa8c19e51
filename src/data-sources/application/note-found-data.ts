import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { LookUpData } from './look-up-data.js';
import { KnownData } from './ports/known-data.js';

/** Few at a time, because names that do not resolve would delay those that people ask for. */
const AT_ONCE = 4;
/** How many of each kind one run looks up, so that it ends before the next run, even if no server answers. */
const MOST = 100;

/**
 * Records which data is read by sources that were never found: those of an older version, and those that were registered before their
 * server ran. Does the same for remembered data. Until then, nobody can tell other data from theirs.
 */
@Injectable()
export class NoteFoundData {
  constructor(
    private readonly known: KnownData,
    private readonly lookUpData: LookUpData,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    await eachOf(await this.known.neverFound(MOST), async (one) => this.known.noteFirst(await this.lookUpData.now(one), this.clock.now()));
    await eachOf(await this.known.neverFoundRemembered(MOST), async (one) =>
      this.known.noteRemembered(one.id, await this.lookUpData.remembered(one), this.clock.now()),
    );
  }
}

async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
