import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Request, Response } from 'express';
import { etagOf } from '../../domain/represent.js';
import type { Resource } from '../../domain/resource.js';
import { versionAskedFor, versionsIn } from '../../../engines/scim-protocol/version-tag.js';

type Shown = Pick<Resource, 'version' | 'note'>;

/** `ETag` of every answer about one resource; details for the log are written when the answer is out. */
export function sendVersion(response: Response, { version, note }: Shown): void {
  response.setHeader('ETag', etagOf(version));
  response.locals[NOTE] = note;
}

const NOTE = 'provisioningNote';

export function noteIn({ locals }: Response): string | null {
  const note: unknown = locals[NOTE];
  return typeof note === 'string' ? note : null;
}

/** `ETag` and `Location` of what was made (RFC 7644 section 3.3). */
export function sendCreated(response: Response, location: string, resource: Shown): void {
  sendVersion(response, resource);
  response.setHeader('Location', location);
}

/** The version that `If-Match` asks for; `null` without one. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): number | null => {
  const value = context.switchToHttp().getRequest<Request>().get('if-match');
  return value === undefined ? null : versionAskedFor(value);
});

/** Whether the client has this version already: answer 304 without a body then (RFC 7644 section 3.14). */
export function isKnown(request: Request, { version }: Pick<Resource, 'version'>): boolean {
  const value = request.get('if-none-match');
  return value !== undefined && (value.trim() === '*' || versionsIn(value).includes(version));
}
