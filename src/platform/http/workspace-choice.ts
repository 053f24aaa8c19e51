import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { LARGEST_INTEGER } from './id-param.js';

/** A workspace of the same organization, or null for the organization itself. */
export function IsWorkspaceChoice(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ required: false, type: 'integer', nullable: true }),
    ValidateIf((_, value) => value !== undefined && value !== null),
    IsInt(),
    Min(1),
    Max(LARGEST_INTEGER),
  );
}
