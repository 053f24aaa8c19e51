import type { Request } from 'express';
import { ValidationFailed } from '../../../shared/domain-error.js';

/** One parameter of the query as text. Others are left alone: providers and portals add their own. @throws ValidationFailed for a list, and for what is too long */
export function queryText(request: Request, field: string, longest: number): string | null {
  const value: unknown = request.query[field];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw new ValidationFailed([{ field, message: 'May be given once.' }]);
  if (value.length > longest)
    throw new ValidationFailed([{ field, message: `Must have ${longest} characters or fewer.` }]);
  return value;
}

/** The query as it was sent: what is signed or spent is not to be read in two ways. */
export function rawQuery(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at === -1 ? '' : request.originalUrl.slice(at + 1);
}
