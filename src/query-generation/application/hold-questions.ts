import { Injectable } from '@nestjs/common';
import { ListDataSources } from '../../data-sources/application/list-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { SavedQuestions } from './ports/saved-questions.js';

/** What a person puts on a board they must see, and it must not be deleted meanwhile. */
@Injectable()
export class HoldQuestions {
  constructor(
    private readonly listDataSources: ListDataSources,
    private readonly questions: SavedQuestions,
  ) {}

  /** In the caller's unit of work. @throws Forbidden for a caller who may query nothing there; NotFound where one is missing or not seen */
  async execute(caller: Caller, organizationId: number, ids: readonly number[]): Promise<void> {
    const open = await this.listDataSources.open(caller, { organizationId, permission: 'query.run' });
    const held = await this.questions.hold(
      ids,
      open.map(({ id }) => id),
    );
    if (held < ids.length) throw new NotFound('Saved question');
  }
}
