import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { idOf } from '../../../platform/http/id-param.js';
import { ValidationFailed } from '../../../shared/domain-error.js';

/** The number of a version or `draft`; `null` for anything else. */
export function versionOf(value: unknown): number | 'draft' | null {
  return value === 'draft' ? value : idOf(value);
}

/** `version` of a query; `null` without one. */
export const WantedVersion = createParamDecorator((_: unknown, context: ExecutionContext): number | 'draft' | null => {
  const value = context.switchToHttp().getRequest<Request>().query['version'];
  if (value === undefined) return null;
  const version = versionOf(value);
  if (version !== null) return version;
  throw new ValidationFailed([{ field: 'version', message: 'Must be the number of a version, or draft.' }]);
});

/** Documents what `WantedVersion` reads. */
export function VersionChoice(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'version',
      required: false,
      description: 'The number of an old version, or `draft` for the working copy.',
      schema: { type: 'string', pattern: '^(draft|[1-9][0-9]{0,9})$' },
    }),
  );
}
