import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsTime, timeIn, timeOf } from '../../../platform/http/is-time.js';
import { Judged } from '../../../platform/http/judged.js';
import type { FieldError } from '../../../shared/domain-error.js';
import type { WaveChoice } from '../../application/choose-wave-members.js';
import type { Fixed } from '../../../shared/sentence.js';
import { startProblems } from '../../domain/wave.js';

/** A date that is written here would lie in the past one day, and be refused. */
export const EXAMPLE_START = `${new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10)}T08:00:00.000Z`;
const LONGEST_GRACE_HOURS = 168;
const MOST_NAMED = 5_000;

@Judged<CreateWaveBody>((body, now) => [...choiceProblems(body), ...startProblemsOf(body.starts_at, now)])
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

@Judged<ScheduleWaveBody>(({ starts_at: startsAt }, now) => startProblemsOf(startsAt, now))
export class ScheduleWaveBody {
  /** In ISO 8601, within the next year. */
  @ApiProperty({ example: EXAMPLE_START })
  @IsTime()
  starts_at!: string;
}

/** Exactly one way of choosing. */
function choiceProblems({
  user_ids: userIds,
  group,
  limit,
  percent,
}: Readonly<Partial<Record<keyof CreateWaveBody, unknown>>>): FieldError[] {
  const isSent = (value: unknown): boolean => value !== undefined && value !== null;
  const tell = (field: string, message: Fixed): FieldError[] => [{ field, message, code: 'invalid' }];
  if (isSent(userIds) === isSent(group)) return tell('user_ids', 'Send either user_ids, or group with limit or percent.');
  if (isSent(userIds)) return isSent(limit) || isSent(percent) ? tell('limit', 'Send limit and percent only together with group.') : [];
  return isSent(limit) === isSent(percent) ? tell('limit', 'Send either limit or percent.') : [];
}

function startProblemsOf(text: unknown, now: Date): FieldError[] {
  const startsAt = timeIn(text);
  return startsAt === null ? [] : startProblems(startsAt, now);
}

/** Of what `IsTime` has let pass. */
export function startOf(text: string): Date {
  const time = timeOf(text);
  if (time === null) throw new Error('IsTime lets no other text pass.');
  return time;
}

export function choiceOf({ user_ids: userIds, limit = null, percent = null }: CreateWaveBody): WaveChoice {
  return userIds ? { userIds } : { group: 'ready_for_migration', limit, percent };
}
