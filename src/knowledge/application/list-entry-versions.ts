import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { EntryVersion, Kind } from '../domain/entry.js';
import { EnterEntry } from './enter-entry.js';
import { Entries } from './ports/entries.js';
import { type Shown, WithholdContent } from './withhold-content.js';

@Injectable()
export class ListEntryVersions {
  constructor(
    private readonly enterEntry: EnterEntry,
    private readonly entries: Entries,
    private readonly withholdContent: WithholdContent,
  ) {}

  /** The latest first. @throws Forbidden, NotFound */
  async execute(caller: Caller, kind: Kind, id: number): Promise<readonly Shown<EntryVersion>[]> {
    const entry = await this.enterEntry.execute(caller, 'query.run', kind, id);
    return this.withholdContent.execute(caller, kind, entry, await this.entries.versions(id));
  }
}
