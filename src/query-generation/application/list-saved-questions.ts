import { Injectable } from '@nestjs/common';
import { ListDataSources, type NamedSource } from '../../data-sources/application/list-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { SavedQuestion } from '../domain/saved-question.js';
import { SavedQuestions } from './ports/saved-questions.js';

export interface ListedQuestion {
  readonly question: SavedQuestion;
  readonly source: NamedSource;
}

/** They have no place of their own: who may query a source sees what was saved of it. */
@Injectable()
export class ListSavedQuestions {
  constructor(
    private readonly listDataSources: ListDataSources,
    private readonly questions: SavedQuestions,
  ) {}

  /** `null` does not filter. @throws Forbidden */
  async execute(
    caller: Caller,
    wanted: { organizationId: number | null; workspaceId: number | null; dataSourceId: number | null; search: string | null },
    request: PageRequest,
  ): Promise<Page<ListedQuestion>> {
    const { organizationId, workspaceId, dataSourceId, search } = wanted;
    const ids = dataSourceId === null ? null : [dataSourceId];
    const open = await this.listDataSources.open(caller, { organizationId, workspaceId, ids, permission: 'query.run' });
    const sources = new Map(open.map((source) => [source.id, source]));
    const organizationIds = [...new Set(open.map((source) => source.organizationId))];
    const { items, total } = await this.questions.pageOf({ organizationIds, dataSourceIds: [...sources.keys()], search }, request);
    const listed = items.flatMap((question) => {
      const source = sources.get(question.dataSourceId);
      return source === undefined ? [] : [{ question, source }];
    });
    return { items: listed, total };
  }
}
