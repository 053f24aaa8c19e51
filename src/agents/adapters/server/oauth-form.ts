import express, { type Request, type RequestHandler } from 'express';
import { limitedBody } from '../../../platform/http/limited-body.js';
import { OAuthRefusal } from '../../domain/oauth-refusal.js';

const MOST_BYTES = 16 * 1024;
const TYPE = 'application/x-www-form-urlencoded';

/** As text: what came twice must not be lost (RFC 6749 section 3.2). */
export function formBody(): RequestHandler {
  return limitedBody(MOST_BYTES, express.text({ type: TYPE, limit: MOST_BYTES, inflate: false }));
}

/** Without what came empty (RFC 6749 section 3.2). @returns a refusal for a body of another type, or a parameter that came twice */
export function formOf(request: Request): URLSearchParams | OAuthRefusal {
  const { body } = request as { body: unknown };
  if (typeof body !== 'string') return new OAuthRefusal('invalid_request', `Send a form, as ${TYPE}.`);
  const values = new URLSearchParams(body);
  const doubled = [...new Set(values.keys())].find((name) => values.getAll(name).length > 1);
  if (doubled === 'resource') return new OAuthRefusal('invalid_target', 'Send one resource.');
  if (doubled !== undefined) return new OAuthRefusal('invalid_request', 'A parameter came twice.');
  return new URLSearchParams([...values].filter(([, value]) => value !== ''));
}

export interface Credentials {
  readonly clientId: string;
  readonly secret: string | null;
  readonly isBasic: boolean;
}

const BASIC = /^basic +([A-Za-z0-9+/=_-]+) *$/i;

/** RFC 6749 section 2.3.1: in the header or in the body, not in both. */
export function credentialsOf(request: Request, form: URLSearchParams): Credentials | OAuthRefusal {
  const header = request.get('authorization');
  const inBody = form.get('client_secret');
  if (header === undefined) {
    const clientId = form.get('client_id') ?? '';
    if (clientId === '') return new OAuthRefusal('invalid_request', 'Send the client_id.');
    return { clientId, secret: inBody, isBasic: false };
  }
  const [, encoded] = BASIC.exec(header) ?? [];
  const [id, ...rest] = encoded === undefined ? [] : Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const [clientId, secret] = [decoded(id ?? ''), decoded(rest.join(':'))];
  if (inBody !== null || !clientId || secret === null)
    return new OAuthRefusal('invalid_request', 'Send the secret once: as Basic, or as client_secret.');
  if ((form.get('client_id') ?? clientId) !== clientId) return new OAuthRefusal('invalid_request', 'The request names two clients.');
  return { clientId, secret, isBasic: true };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
