import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { CreateWave } from '../../application/create-wave.js';
import { ListWaves } from '../../application/list-waves.js';
import { ShowWave } from '../../application/show-wave.js';
import {
  WAVE_EXAMPLE,
  WAVE_MEMBERS_EXAMPLE,
  type WaveMembersResponse,
  type WaveResponse,
  waveMemberResponse,
  waveResponse,
} from './wave-response.js';
import { CreateWaveBody, choiceOf, startOf } from './wave.dto.js';

const CREATED = 'Wave created.';
const LISTED = 'Waves listed.';
const SHOWN = 'Wave found.';
const DEFAULT_GRACE_HOURS = 24;

@ApiTags('Single sign-on migration: waves')
@Controller('api/v1/sso/enforcement/migration-plan/:organization_id/waves')
export class WavesController {
  constructor(
    private readonly createWave: CreateWave,
    private readonly listWaves: ListWaves,
    private readonly showWave: ShowWave,
  ) {}

  @Post()
  @RequiresStepUp()
  @Answers({
    summary: 'Choose members who move to single sign-on together; nothing is required of them yet',
    description:
      'By `user_ids`, or by `group` with `limit` or `percent`. Only those who use single sign-on already or are ready for it: ' +
      'whoever needs a second factor or an administrator first is refused by name. Everybody is in one wave at most. The newest ' +
      'migration plan must still be true. With `starts_at` it is scheduled, and its members are told by mail.',
    status: 201,
    example: named({ wave: { ...WAVE_EXAMPLE, status: 'draft', enforced_at: null } }, CREATED),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'SSO_REQUIRED',
      'NOT_FOUND',
      'CONFLICT',
      'PLAN_STALE',
      'MEMBERS_NOT_READY',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Body() body: CreateWaveBody,
  ): Promise<Success<{ wave: WaveResponse; message: string }>> {
    const choice = choiceOf(body);
    const startsAt = typeof body.starts_at === 'string' ? startOf(body.starts_at) : null;
    const graceHours = body.grace_hours ?? DEFAULT_GRACE_HOURS;
    const proposal = { caller, organizationId, name: body.name, choice, graceHours, startsAt };
    return named({ wave: waveResponse(await this.createWave.execute(proposal)) }, CREATED);
  }

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the waves of an organization by number, with how far their members have come',
    description: '`success_pct`: of the members of whom single sign-on is required, those who have come through it.',
    status: 200,
    example: named({ waves: [WAVE_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) }, LISTED),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'SSO_REQUIRED'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ waves: WaveResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listWaves.execute(caller, organizationId, request);
    return named({ waves: items.map(waveResponse), pagination: paginationOf(request, total) }, LISTED);
  }

  @Get(':number')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Show a wave and its members, each with where they stand',
    description:
      '`state`: `pending`, `invited` (told by mail), `linked` (has an identity), `verified` (has come through it), `enforced` (and ' +
      'cannot come in otherwise), `exempt` (break-glass), or `failed`: stays behind because of `reason`.',
    status: 200,
    example: named(WAVE_MEMBERS_EXAMPLE, SHOWN),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'SSO_REQUIRED', 'NOT_FOUND'],
  })
  async show(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @IdParam('number') number: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<WaveMembersResponse & { message: string }>> {
    const { wave, members } = await this.showWave.execute(caller, { organizationId, number }, request);
    const pagination = paginationOf(request, members.total);
    return named({ wave: waveResponse(wave), members: members.items.map(waveMemberResponse), pagination }, SHOWN);
  }
}
