import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsTime, timeOf } from '../../../platform/http/is-time.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import type { WaveChoice } from '../../application/choose-wave-members.js';
import { type Sentence, say } from '../../../shared/sentence.js';

/** A date that is written here would lie in the past one day, and be refused. */
export const EXAMPLE_START = `${new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10)}T08:00:00.000Z`;
const LONGEST_GRACE_HOURS = 168;
const MOST_NAMED = 5_000;

export class CreateWaveBody {
  /** @example Pilot */
  @IsDisplayName()
  name!: string;

  /** Members by id; or use `group` with `limit` or `percent`. */
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_NAMED)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_INTEGER, { each: true })
  user_ids?: number[] | null;

  /**
   * Members of the group who are in no wave yet, by user id.
   * @example ready_for_migration
   */
  @IsOptional()
  @IsIn(['ready_for_migration'])
  group?: 'ready_for_migration' | null;

  /**
   * How many of the group at most.
   * @example 5
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100_000)
  limit?: number | null;

  /** What part of the group, rounded up. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  percent?: number | null;

  /**
   * How long sessions last that were opened without single sign-on; 24 when left out.
   * @example 24
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_GRACE_HOURS)
  grace_hours?: number | null;

  /** In ISO 8601, within the next year; schedules the wave at once. */
  @IsOptional()
  @IsTime()
  starts_at?: string | null;
}

export class ScheduleWaveBody {
  /** In ISO 8601, within the next year. */
  @ApiProperty({ example: EXAMPLE_START })
  @IsTime()
  starts_at!: string;
}

/** @throws ValidationFailed unless exactly one way of choosing is sent */
export function choiceOf(body: CreateWaveBody): WaveChoice {
  const { user_ids: userIds = null, group = null, limit = null, percent = null } = body;
  if ((userIds === null) === (group === null)) refuse('user_ids', 'Send either user_ids, or group with limit or percent.');
  if (userIds !== null) {
    if (limit !== null || percent !== null) refuse('limit', 'Send limit and percent only together with group.');
    return { userIds };
  }
  if ((limit === null) === (percent === null)) refuse('limit', 'Send either limit or percent.');
  return { group: 'ready_for_migration', limit, percent };
}

/** @throws ValidationFailed */
export function startOf(text: string): Date {
  return timeOf(text) ?? refuse('starts_at', say('Send a time in ISO 8601, such as {example}.', { example: EXAMPLE_START }));
}

function refuse(field: string, message: Sentence): never {
  throw new ValidationFailed([{ field, message }]);
}
