import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { SteerWave, type WaveStep } from '../../application/steer-wave.js';
import { CHOSEN, NOBODY_BOUND, Wave, toWave } from './wave-response.js';
import { EXAMPLE_START, ScheduleWaveBody, startOf } from './wave.dto.js';

const MESSAGES = {
  schedule: 'Wave scheduled.',
  start: 'Wave started.',
  pause: 'Wave paused.',
  resume: 'Wave resumed.',
  rollback: 'Wave rolled back.',
} as const;

/** In the examples: no time was set, so nobody was told of one. */
const STARTED_BY_HAND = { starts_at: null, notified_at: null };

@ApiTags('Single sign-on migration: waves')
@Controller('api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number')
export class WaveStepsController {
  constructor(private readonly steerWave: SteerWave) {}

  @Post('schedule')
  @RequiresStepUp()
  @Operation({
    id: 'scheduleWave',
    summary: 'Set or move the start of a wave, and tell its members by e-mail',
    permissions: ['sso.enforce'],
    description:
      'Also works for a paused wave that has never started. Its members are told at once, and again 7, 3 and 1 ' +
      'days before and at the start, until they have come through it.',
    status: 200,
    answer: namedSuccess({ wave: Wave }, MESSAGES.schedule, {
      wave: { ...CHOSEN, status: 'scheduled', starts_at: EXAMPLE_START },
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  schedule(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @IdParam('number') number: number,
    @Body() { starts_at: startsAt }: ScheduleWaveBody,
  ) {
    return this.take(caller, { organizationId, number }, { action: 'schedule', startsAt: startOf(startsAt) });
  }

  @Post('start')
  @RequiresStepUp()
  @Operation({
    id: 'startWave',
    summary: 'Require single sign-on of the members of a wave from now on',
    permissions: ['sso.enforce'],
    description:
      'Members who would be locked out are left behind; `gates` of WAVE_BLOCKED lists everything that has to be ' + 'done first.',
    status: 200,
    answer: namedSuccess({ wave: Wave }, MESSAGES.start, { wave: STARTED_BY_HAND }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'WAVE_BLOCKED'],
  })
  start(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @IdParam('number') number: number) {
    return this.take(caller, { organizationId, number }, { action: 'start' });
  }

  @Post('pause')
  @RequiresStepUp()
  @Operation({
    id: 'pauseWave',
    summary: 'Pause a wave: all ways to log in are open to its members again',
    permissions: ['sso.enforce'],
    status: 200,
    answer: namedSuccess({ wave: Wave }, MESSAGES.pause, {
      wave: { status: 'paused', paused_because: ['BY_HAND'], ...STARTED_BY_HAND, ...NOBODY_BOUND },
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  pause(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @IdParam('number') number: number) {
    return this.take(caller, { organizationId, number }, { action: 'pause' });
  }

  @Post('resume')
  @RequiresStepUp()
  @Operation({
    id: 'resumeWave',
    summary: 'Resume a paused wave',
    permissions: ['sso.enforce'],
    description:
      'A wave that has started requires single sign-on of its members again, after the same checks as at its ' +
      'start. One that has not started waits for its `starts_at` again; if that has passed, it starts now.',
    status: 200,
    answer: namedSuccess({ wave: Wave }, MESSAGES.resume, { wave: STARTED_BY_HAND }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'WAVE_BLOCKED'],
  })
  resume(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @IdParam('number') number: number) {
    return this.take(caller, { organizationId, number }, { action: 'resume' });
  }

  @Post('rollback')
  @RequiresStepUp()
  @Operation({
    id: 'rollBackWave',
    summary: 'Roll a wave back: all ways to log in are open again, and its members can join another wave',
    permissions: ['sso.enforce'],
    status: 200,
    answer: namedSuccess({ wave: Wave }, MESSAGES.rollback, {
      wave: { status: 'rolled_back', ended_at: '2026-12-01T08:00:00.000Z', ...STARTED_BY_HAND, ...NOBODY_BOUND },
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  rollback(@CurrentCaller() caller: Caller, @IdParam('organization_id') organizationId: number, @IdParam('number') number: number) {
    return this.take(caller, { organizationId, number }, { action: 'rollback' });
  }

  private async take(caller: Caller, key: { organizationId: number; number: number }, step: WaveStep) {
    return named({ wave: toWave(await this.steerWave.execute(caller, key, step)) }, MESSAGES[step.action]);
  }
}
