import { Injectable } from '@nestjs/common';
import { DescribeSsoReadiness } from '../../sso/application/describe-sso-readiness.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { MovingPerson, Standing } from '../domain/move.js';
import { type MoveRoute, Moves } from './ports/moves.js';

/** Who could change from one connection to another now, and why others cannot. Changes nothing. */
@Injectable()
export class ListMovingPeople {
  constructor(
    private readonly access: AccessControl,
    private readonly describeReadiness: DescribeSsoReadiness,
    private readonly moves: Moves,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, route: MoveRoute, standing: Standing | null, request: PageRequest): Promise<Page<MovingPerson>> {
    const { organizationId } = route;
    await this.access.require(caller, 'sso.read', { organizationId });
    const { connections } = await this.describeReadiness.execute({ organizationId, userIds: [] });
    const ids = connections.map(({ id }) => id);
    if (!ids.includes(route.fromConnectionId) || !ids.includes(route.toConnectionId)) throw new NotFound('Connection');
    return this.moves.peopleOf(route, standing, request);
  }
}
