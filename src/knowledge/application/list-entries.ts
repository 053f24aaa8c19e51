import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Entry, Kind } from '../domain/entry.js';
import { Entries } from './ports/entries.js';
import { type Shown, WithholdContent } from './withhold-content.js';

@Injectable()
export class ListEntries {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly entries: Entries,
    private readonly withholdContent: WithholdContent,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(
    { caller, dataSourceId, kind, search }: { caller: Caller; dataSourceId: number; kind: Kind; search: string | null },
    request: PageRequest,
  ): Promise<Page<Shown<Entry>>> {
    const { organizationId } = await this.enterDataSource.execute(caller, 'query.run', dataSourceId);
    const { items, total } = await this.entries.list(dataSourceId, kind, search, request);
    return { items: await this.withholdContent.execute(caller, kind, { organizationId, dataSourceId }, items), total };
  }
}
