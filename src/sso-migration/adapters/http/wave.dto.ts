import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsTime, timeOf } from '../../../platform/http/is-time.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import type { WaveChoice } from '../../application/choose-wave-members.js';

const LONGEST_GRACE_HOURS = 168;
const MOST_NAMED = 5_000;

export class CreateWaveBody {
  /** @example Pilot */
  @IsDisplayName()
  name!: string;

  /** Members by id; or else `group` with `limit` or `percent`. */
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
   * Of those in no wave yet, by user id.
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

  /** Of the group, rounded up. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  percent?: number | null;

  /**
   * How long sessions live on that were opened without single sign-on; 24 when left out.
   * @example 24
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_GRACE_HOURS)
  grace_hours?: number | null;

  /** In ISO 8601; schedules the wave at once. */
  @IsOptional()
  @IsTime()
  starts_at?: string | null;
}

export class ScheduleWaveBody {
  /**
   * In ISO 8601, in the future.
   * @example "2099-01-04T08:00:00Z"
   */
  @IsTime()
  starts_at!: string;
}

/** @throws ValidationFailed unless exactly one way of choosing is named */
export function choiceOf(body: CreateWaveBody): WaveChoice {
  const { user_ids: userIds = null, group = null, limit = null, percent = null } = body;
  if ((userIds === null) === (group === null))
    refuse('user_ids', 'Name either user_ids, or group with limit or percent.');
  if (userIds !== null) {
    if (limit !== null || percent !== null) refuse('limit', 'Only a group is limited.');
    return { userIds };
  }
  if ((limit === null) === (percent === null)) refuse('limit', 'Name either limit or percent.');
  return { group: 'ready_for_migration', limit, percent };
}

/** @throws ValidationFailed */
export function startOf(text: string): Date {
  return timeOf(text) ?? refuse('starts_at', 'Must be a time.');
}

function refuse(field: string, message: string): never {
  throw new ValidationFailed([{ field, message }]);
}
