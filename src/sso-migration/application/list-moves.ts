import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { MoveView } from '../domain/move.js';
import { Moves } from './ports/moves.js';

@Injectable()
export class ListMoves {
  constructor(
    private readonly access: AccessControl,
    private readonly moves: Moves,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<MoveView>> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.moves.pageOf(organizationId, request);
  }
}
