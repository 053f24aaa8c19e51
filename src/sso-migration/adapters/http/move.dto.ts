import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { IsIdUpTo } from '../../../platform/http/is-time.js';
import { MOST_MOVING, STANDINGS, type Standing } from '../../domain/move.js';

export class MovingPeopleQuery {
  /** The connection that people leave. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  @IsIdUpTo(LARGEST_INTEGER)
  from_connection_id!: string;

  /** The connection that they go to. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  @IsIdUpTo(LARGEST_INTEGER)
  to_connection_id!: string;

  /** Only people with this standing. */
  @IsOptional()
  @IsIn(STANDINGS)
  standing?: Standing;
}

export class StartMoveBody {
  /** @example Pilot */
  @IsDisplayName()
  name!: string;

  /**
   * The connection that people leave; active.
   * @example 1
   */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  from_connection_id!: number;

  /**
   * The connection that they go to; active, and so tested as it is.
   * @example 2
   */
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  to_connection_id!: number;

  /**
   * People who are linked at the former connection.
   * @example [5]
   */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_MOVING)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_INTEGER, { each: true })
  user_ids!: number[];
}
