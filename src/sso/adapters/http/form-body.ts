import { isUtf8 } from 'node:buffer';
import { type CanActivate, type ExecutionContext, HttpException, Injectable } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { wrongText } from '../../../platform/http/field-causes.js';
import { limitedBody } from '../../../platform/http/limited-body.js';
import { isUtf8Escaped } from '../../../platform/http/request-head.js';
import { clientNameOf } from '../../../platform/http/client-name.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { networkOf } from '../../../shared/network.js';
import type { SessionOrigin } from '../../application/exchange-code.js';
import { ValidationFailed } from '../../../shared/domain-error.js';

/**
 * One parameter of the query as text. Others are left alone: providers and portals add their own. @throws
 * ValidationFailed for a list, and for a value that is too long
 */
export function queryText(request: Request, field: string, longest: number): string | null {
  const value: unknown = request.query[field];
  if (value === undefined) return null;
  if (typeof value !== 'string' || value.length > longest) throw new ValidationFailed([wrongText(field, longest, value)]);
  return value;
}

/** The query as it was sent: what is signed or spent must not be read in two ways. */
export function rawQuery(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at === -1 ? '' : request.originalUrl.slice(at + 1);
}

export function signOnOrigin(): SessionOrigin {
  const origin = currentOrigin();
  const userAgent = origin?.userAgent ?? null;
  return { ip: origin?.ip ?? null, userAgent, deviceName: clientNameOf(userAgent, origin?.platformVersion ?? null) };
}

export function currentNetwork(): string {
  return networkOf(currentOrigin()?.ip ?? null);
}

/** The Base64 of 512 KiB, a tenth more for the percent-encoding, and a state. */
export const FORM = 'application/x-www-form-urlencoded';
const LARGEST_FORM = 800 * 1024;
const MOST_FIELDS = 20;

const parse = express.urlencoded({
  extended: false,
  limit: LARGEST_FORM,
  parameterLimit: MOST_FIELDS,
  inflate: false,
  verify: (_request, _response, bytes) => {
    if (!isUtf8(bytes) || !isUtf8Escaped(bytes.toString())) throw new HttpException('not UTF-8', 400);
  },
});
const read = limitedBody(LARGEST_FORM, parse);

/** Reads a form, on the routes that browsers and providers post one to. */
@Injectable()
export class FormBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    return new Promise((resolve, reject) => {
      void read(http.getRequest<Request>(), http.getResponse<Response>(), (error?: unknown) => {
        if (error === undefined) resolve(true);
        else reject(error instanceof Error ? error : new Error('The form cannot be read.'));
      });
    });
  }
}

/** A field that was sent once. */
export function fieldOf(request: Request, name: string): string | null {
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null) return null;
  const value = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}
