import { Body, Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CreateWave } from '../../application/create-wave.js';
import { ListWaves } from '../../application/list-waves.js';
import { PreviewWave } from '../../application/preview-wave.js';
import { ShowWave } from '../../application/show-wave.js';
import { CHOSEN, Wave, WaveMember, toWave, toWaveMember } from './wave-response.js';
import { WavePreview, toWavePreview } from './wave-preview-response.js';
import { CreateWaveBody, choiceOf, startOf } from './wave.dto.js';

const CREATED = 'Wave created.';
const LISTED = 'Waves listed.';
const SHOWN = 'Wave found.';
const PREVIEWED = 'Start checked; nothing was changed.';
const DEFAULT_GRACE_HOURS = 24;

@ApiTags('Single sign-on migration: waves')
@Controller('api/v1/sso/enforcement/migration-plan/:organization_id/waves')
export class WavesController {
  constructor(
    private readonly createWave: CreateWave,
    private readonly listWaves: ListWaves,
    private readonly showWave: ShowWave,
    private readonly previewWave: PreviewWave,
  ) {}

  @Post()
  @RequiresStepUp()
  @Operation({
    id: 'createWave',
    summary: 'Choose members who move to single sign-on together; nothing is required of them yet',
    permissions: ['sso.enforce'],
    description:
      'By `user_ids`, or by `group` with `limit` or `percent`. Only members who use single sign-on already or ' +
      'are ready for it can be chosen: those who need a second factor or an administrator first are refused by ' +
      'name. A member is in one wave at most. The newest migration plan must still be true. With `starts_at` the ' +
      'wave is scheduled, and its members are told by mail.',
    status: 201,
    answer: namedSuccess({ wave: Wave }, CREATED, { wave: CHOSEN }),
    bodies: {
      people: { name: 'Pilot', user_ids: [4], grace_hours: 24 },
      group: { name: 'Second wave', group: 'ready_for_migration', limit: 5, grace_hours: 0 },
    } satisfies Readonly<Record<string, CreateWaveBody>>,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PLAN_STALE', 'MEMBERS_NOT_READY'],
  })
  async create(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @Body() body: CreateWaveBody) {
    const choice = choiceOf(body);
    const startsAt = typeof body.starts_at === 'string' ? startOf(body.starts_at) : null;
    const graceHours = body.grace_hours ?? DEFAULT_GRACE_HOURS;
    const proposal = { caller, organizationId, name: body.name, choice, graceHours, startsAt };
    return named({ wave: toWave(await this.createWave.execute(proposal)) }, CREATED);
  }

  @Get()
  @Paged()
  @Operation({
    id: 'listWaves',
    summary: 'List the waves of an organization by number, with how far their members have come',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ waves: listOf(Wave), pagination: Pagination }, LISTED),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listWaves.execute(caller, organizationId, request);
    return named({ waves: items.map(toWave), pagination: paginationOf(request, total) }, LISTED);
  }

  @Get(':number')
  @Paged()
  @Operation({
    id: 'readWave',
    summary: 'Read a wave and its members',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ wave: Wave, members: listOf(WaveMember), pagination: Pagination }, SHOWN),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async show(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @IdParam('number') number: number,
    @PageParams() request: PageRequest,
  ) {
    const { wave, members } = await this.showWave.execute(caller, { organizationId, number }, request);
    const pagination = paginationOf(request, members.total);
    return named({ wave: toWave(wave), members: members.items.map(toWaveMember), pagination }, SHOWN);
  }

  @Get(':number/preview')
  @Operation({
    id: 'previewWave',
    summary: 'Show what the start of a wave would do now',
    permissions: ['sso.read'],
    description:
      'Changes nothing. `gates` is what `WAVE_BLOCKED` would list; `left_behind` counts the members who would be locked out, by primary reason.',
    status: 200,
    answer: namedSuccess({ preview: WavePreview }, PREVIEWED),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async preview(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @IdParam('number') number: number) {
    return named({ preview: toWavePreview(await this.previewWave.execute(caller, { organizationId, number })) }, PREVIEWED);
  }
}
