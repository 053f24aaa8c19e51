import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { EndMove } from '../../application/end-move.js';
import { ListMoves } from '../../application/list-moves.js';
import { ListMovingPeople } from '../../application/list-moving-people.js';
import { StartMove } from '../../application/start-move.js';
import { MovingPeopleQuery, StartMoveBody } from './move.dto.js';
import { ConnectionMove, MovingPersonAnswer, toMove, toMovingPerson } from './move-response.js';

const LISTED = 'Waves listed.';
const PEOPLE = 'People listed; nothing was changed.';
const STARTED = 'Wave started.';
const CONFIRMED = 'Wave confirmed.';
const ROLLED_BACK = 'Wave rolled back.';

@ApiTags('Single sign-on migration: waves')
@Controller('api/v1/sso/moves/:organization_id')
export class MovesController {
  constructor(
    private readonly listMoves: ListMoves,
    private readonly listMovingPeople: ListMovingPeople,
    private readonly startMove: StartMove,
    private readonly endMove: EndMove,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listMoves',
    summary: 'List the waves that change the provider of people, the newest first',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ moves: listOf(ConnectionMove), pagination: Pagination }, LISTED),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listMoves.execute(caller, organizationId, request);
    return named({ moves: items.map(toMove), pagination: paginationOf(request, total) }, LISTED);
  }

  @Get('people')
  @Paged()
  @Operation({
    id: 'listMovingPeople',
    summary: 'List who could change from one connection to another now, and why others cannot',
    permissions: ['sso.read'],
    description:
      'People who are linked at `from_connection_id`. `LINKED_ALREADY`: linked to both connections. `NOT_IN_DIRECTORY`: can move, but no ' +
      'directory has provisioned them, so the new provider may not know them. Everybody else but `READY` cannot move.',
    status: 200,
    answer: namedSuccess({ people: listOf(MovingPersonAnswer), pagination: Pagination }, PEOPLE),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async people(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Query() query: MovingPeopleQuery,
    @PageParams() request: PageRequest,
  ) {
    const { from_connection_id: from, to_connection_id: to, standing = null } = query;
    const route = { organizationId, fromConnectionId: Number(from), toConnectionId: Number(to) };
    const { items, total } = await this.listMovingPeople.execute(caller, route, standing, request);
    return named({ people: items.map(toMovingPerson), pagination: paginationOf(request, total) }, PEOPLE);
  }

  @Post()
  @RequiresStepUp()
  @Operation({
    id: 'startMove',
    summary: 'Start a wave of people who change from one connection to another',
    permissions: ['sso.enforce'],
    description:
      'They are told by mail. Who comes through the former provider is sent on to the new one. There, the address of their account links ' +
      'them at the first login, without password. The former link stays until the wave is confirmed. If the new connection is disabled or ' +
      'changed meanwhile, the former one works again.',
    status: 201,
    answer: namedSuccess({ move: ConnectionMove }, STARTED),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async start(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @Body() body: StartMoveBody) {
    const { name, from_connection_id: fromConnectionId, to_connection_id: toConnectionId, user_ids: userIds } = body;
    const proposal = { caller, organizationId, name, fromConnectionId, toConnectionId, userIds };
    return named({ move: toMove(await this.startMove.execute(proposal)) }, STARTED);
  }

  @Post(':number/confirm')
  @RequiresStepUp()
  @Operation({
    id: 'confirmMove',
    summary: 'Confirm a wave: those who came lose the link to the former provider and the sessions that it opened',
    permissions: ['sso.enforce'],
    description:
      'Keys for AI clients that were made in such a session end too. Members who have not come yet sign in through the former provider again. ' +
      'Put them into another wave.',
    status: 200,
    answer: namedSuccess({ move: ConnectionMove }, CONFIRMED, { move: { status: 'confirmed', ended_at: '2026-11-22T09:15:00.000Z' } }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'LAST_LOGIN_METHOD'],
  })
  async confirm(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @IdParam('number') number: number) {
    return named({ move: toMove(await this.endMove.execute(caller, { organizationId, number }, 'confirmed')) }, CONFIRMED);
  }

  @Post(':number/rollback')
  @RequiresStepUp()
  @Operation({
    id: 'rollBackMove',
    summary: 'Roll a wave back: its members sign in through the former provider again',
    permissions: ['sso.enforce'],
    description: 'Nothing is lost: links to both providers stay.',
    status: 200,
    answer: namedSuccess({ move: ConnectionMove }, ROLLED_BACK, { move: { status: 'rolled_back', ended_at: '2026-11-22T09:15:00.000Z' } }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async rollBack(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @IdParam('number') number: number) {
    return named({ move: toMove(await this.endMove.execute(caller, { organizationId, number }, 'rolled_back')) }, ROLLED_BACK);
  }
}
