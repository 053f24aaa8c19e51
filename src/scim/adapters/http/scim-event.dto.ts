import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, MaxLength } from 'class-validator';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsIdUpTo, IsTime, timeOf } from '../../../platform/http/is-time.js';
import { Judged, inOrder } from '../../../platform/http/judged.js';
import { IsStorable, WITHOUT_NUL } from '../../../platform/http/storable-text.js';
import type { EventFilter } from '../../domain/provisioning-event.js';

@Judged(inOrder('since', 'until'))
export class ScimEventQuery {
  /** `failed`: answered with 400 or more. */
  @IsOptional()
  @IsIn(['ok', 'failed'])
  status?: 'ok' | 'failed';

  /** The `id` that SCIM has given the user or group. */
  @ApiPropertyOptional({ pattern: WITHOUT_NUL })
  @IsOptional()
  @MaxLength(100)
  @IsStorable()
  resource_id?: string;

  /** Of requests with this token. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @IsOptional()
  @IsIdUpTo(LARGEST_INTEGER)
  token_id?: string;

  /** Day or time in ISO 8601, inclusive. */
  @IsOptional()
  @IsTime()
  since?: string;

  /** Day or time in ISO 8601, exclusive. */
  @IsOptional()
  @IsTime()
  until?: string;

  /** Only what comes after this event in the list: `next_before` of the page before. New events do not move it. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1 })
  @IsOptional()
  @IsIdUpTo(Number.MAX_SAFE_INTEGER)
  before?: string;
}

export function toEventFilter(query: ScimEventQuery): EventFilter {
  const { status: outcome, resource_id: resourceId, token_id: tokenId, before } = query;
  const since = query.since === undefined ? null : timeOf(query.since);
  const until = query.until === undefined ? null : timeOf(query.until);
  return {
    ...(outcome !== undefined && { outcome }),
    ...(resourceId !== undefined && { resourceId: resourceId.toLowerCase() }),
    ...(tokenId !== undefined && { tokenId: Number(tokenId) }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
    ...(before !== undefined && { before: Number(before) }),
  };
}
