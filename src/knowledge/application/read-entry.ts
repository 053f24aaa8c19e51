import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Entry, Kind } from '../domain/entry.js';
import { EnterEntry } from './enter-entry.js';
import { type Shown, WithholdContent } from './withhold-content.js';

@Injectable()
export class ReadEntry {
  constructor(
    private readonly enterEntry: EnterEntry,
    private readonly withholdContent: WithholdContent,
  ) {}

  /** @throws what entering it throws; Unavailable */
  async execute(caller: Caller, kind: Kind, id: number): Promise<Shown<Entry>> {
    const entry = await this.enterEntry.execute(caller, 'query.run', kind, id);
    const [shown] = await this.withholdContent.execute(caller, kind, entry, [entry]);
    return shown ?? { ...entry, sql: null, withheld: null };
  }
}
