import { Injectable } from '@nestjs/common';
import { LookUpData } from './look-up-data.js';
import { KnownData } from './ports/known-data.js';

/** Few at a time, because names that do not resolve would delay those that people ask for. */
const AT_ONCE = 4;

/**
 * Keeps which data sources read that were never found: those of an older version, and those that were registered before their server
 * ran. Until then, nobody can tell other data from theirs while they cannot be reached.
 */
@Injectable()
export class NoteFoundData {
  constructor(
    private readonly known: KnownData,
    private readonly lookUpData: LookUpData,
  ) {}

  async execute(): Promise<void> {
    for (let last = 0; ;) {
      const sources = await this.known.neverFound(last, AT_ONCE);
      const looked = await Promise.all(sources.map((one) => this.lookUpData.now(one)));
      for (const one of looked) if (one.isFound) await this.known.noteFirst(one);
      const next = sources.at(-1);
      if (next === undefined) return;
      last = next.id;
    }
  }
}
