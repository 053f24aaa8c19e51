import { Injectable } from '@nestjs/common';
import { ListDataSources } from '../../data-sources/application/list-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Board } from '../domain/board.js';
import { isLimited } from './enter-board.js';
import { Boards } from './ports/boards.js';

/** Those that `EnterBoard` opens to the caller. */
@Injectable()
export class ListBoards {
  constructor(
    private readonly access: AccessControl,
    private readonly listDataSources: ListDataSources,
    private readonly boards: Boards,
  ) {}

  /** `null` does not filter; a workspace has the boards with a question about what it holds. @throws Forbidden */
  async execute(
    caller: Caller,
    { organizationId, workspaceId }: { organizationId: number | null; workspaceId: number | null },
    request: PageRequest,
  ): Promise<Page<Board>> {
    const open = await this.listDataSources.open(caller, { organizationId, workspaceId, permission: 'query.run' });
    const organizationIds = organizationId === null ? await this.access.whereMember(caller, 'query.run') : [organizationId];
    const authorId = workspaceId === null ? caller.userId : null;
    const sought = { authorId, isAuthorLimited: isLimited(caller), organizationIds, dataSourceIds: open.map(({ id }) => id) };
    return this.boards.pageOf(sought, request);
  }
}
