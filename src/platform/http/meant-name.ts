import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { nearest } from '../../shared/nearest.js';

/** The names that a class of a body or query has. */
export function fieldsOf(type: Type): readonly string[] {
  return getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .map(({ propertyName }) => propertyName);
}

/** @returns `null` if none is like what was written; `organizationId` and `Organization-ID` are another spelling of `organization_id` */
export function meantName(written: string, names: Iterable<string>): string | null {
  const key = written.replaceAll(/(?<=[a-z])(?=[A-Z])|-/g, '_').toLowerCase();
  return nearest(key, names);
}
