import { isUtf8 } from 'node:buffer';
import { type CanActivate, type ExecutionContext, HttpException, Injectable } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { isUtf8Escaped } from '../../../platform/http/request-head.js';

/** The Base64 of 512 KiB, of which the percent-encoding makes a tenth more, and a state. */
const LARGEST_FORM = 800 * 1024;
const MOST_FIELDS = 20;

const read = express.urlencoded({
  extended: false,
  limit: LARGEST_FORM,
  parameterLimit: MOST_FIELDS,
  inflate: false,
  verify: (_request, _response, bytes) => {
    if (!isUtf8(bytes) || !isUtf8Escaped(bytes.toString())) throw new HttpException('not UTF-8', 400);
  },
});

/** Reads a form, on the routes that browsers and providers post one to. */
@Injectable()
export class FormBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    return new Promise((resolve, reject) => {
      read(http.getRequest<Request>(), http.getResponse<Response>(), (error?: unknown) => {
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
