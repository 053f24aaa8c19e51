import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { SteerWave, type WaveStep } from '../../application/steer-wave.js';
import { WAVE_EXAMPLE, type WaveResponse, waveResponse } from './wave-response.js';
import { ScheduleWaveBody, startOf } from './wave.dto.js';

type WaveAnswer = Success<{ wave: WaveResponse; message: string }>;

const MESSAGES = {
  schedule: 'Wave scheduled.',
  start: 'Wave started.',
  pause: 'Wave paused.',
  resume: 'Wave resumed.',
  rollback: 'Wave rolled back.',
} as const;

const ERRORS = [
  'UNAUTHORIZED',
  'STEP_UP_REQUIRED',
  'VALIDATION_FAILED',
  'FORBIDDEN',
  'SSO_REQUIRED',
  'NOT_FOUND',
  'CONFLICT',
] as const;

@ApiTags('Single sign-on migration: waves')
@Controller('api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number')
export class WaveStepsController {
  constructor(private readonly steerWave: SteerWave) {}

  @Post('schedule')
  @RequiresStepUp()
  @Answers({
    summary: 'Set when a wave starts, or another time, and tell its members by mail',
    description:
      'Also of a paused wave that has never started. They are told at once, and again 7, 3 and 1 days before and at the start, until they have come through it.',
    status: 200,
    example: named({ wave: { ...WAVE_EXAMPLE, status: 'scheduled', enforced_at: null } }, MESSAGES.schedule),
    errors: [...ERRORS, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  })
  schedule(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @IdParam('number') number: number,
    @Body() { starts_at: startsAt }: ScheduleWaveBody,
  ): Promise<WaveAnswer> {
    return this.take(caller, { organizationId, number }, { action: 'schedule', startsAt: startOf(startsAt) });
  }

  @Post('start')
  @RequiresStepUp()
  @Answers({
    summary: 'Require single sign-on of the members of a wave from now on',
    description:
      'Whoever would be locked out is left behind; `gates` of WAVE_BLOCKED lists everything that has to be done first.',
    status: 200,
    example: named({ wave: WAVE_EXAMPLE }, MESSAGES.start),
    errors: [...ERRORS, 'WAVE_BLOCKED'],
  })
  start(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @IdParam('number') number: number,
  ): Promise<WaveAnswer> {
    return this.take(caller, { organizationId, number }, { action: 'start' });
  }

  @Post('pause')
  @RequiresStepUp()
  @Answers({
    summary:
      'Open every way in again for the members of a wave that has started; one that has not does not start meanwhile',
    status: 200,
    example: named({ wave: { ...WAVE_EXAMPLE, status: 'paused', paused_because: ['BY_HAND'] } }, MESSAGES.pause),
    errors: ERRORS,
  })
  pause(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @IdParam('number') number: number,
  ): Promise<WaveAnswer> {
    return this.take(caller, { organizationId, number }, { action: 'pause' });
  }

  @Post('resume')
  @RequiresStepUp()
  @Answers({
    summary: 'Go on with a wave from where it was paused',
    description:
      'One that has started requires single sign-on of its members again, through the gates of the start. One that has not waits for its `starts_at` again; if that has passed, it starts now.',
    status: 200,
    example: named({ wave: WAVE_EXAMPLE }, MESSAGES.resume),
    errors: [...ERRORS, 'WAVE_BLOCKED'],
  })
  resume(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @IdParam('number') number: number,
  ): Promise<WaveAnswer> {
    return this.take(caller, { organizationId, number }, { action: 'resume' });
  }

  @Post('rollback')
  @RequiresStepUp()
  @Answers({
    summary: 'Give a wave up: every way in is open to its members again, and another wave may take them',
    status: 200,
    example: named({ wave: { ...WAVE_EXAMPLE, status: 'rolled_back' } }, MESSAGES.rollback),
    errors: ERRORS,
  })
  rollback(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @IdParam('number') number: number,
  ): Promise<WaveAnswer> {
    return this.take(caller, { organizationId, number }, { action: 'rollback' });
  }

  private async take(
    caller: Caller,
    key: { organizationId: number; number: number },
    step: WaveStep,
  ): Promise<WaveAnswer> {
    return named({ wave: waveResponse(await this.steerWave.execute(caller, key, step)) }, MESSAGES[step.action]);
  }
}
