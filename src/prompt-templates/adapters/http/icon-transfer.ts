import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { limitedBody } from '../../../platform/http/limited-body.js';
import { type IconFile, LARGEST_ICON } from '../../domain/icon-file.js';

const CACHE_SECONDS = 900;
const read = limitedBody(LARGEST_ICON, express.raw({ type: () => true, limit: LARGEST_ICON, inflate: false }));

/** Reads the picture of a request, after all other checks have passed. 413 beyond 256 KiB. */
@Injectable()
export class IconBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    await new Promise<void>((resolve, reject) => {
      void read(http.getRequest<Request>(), http.getResponse<Response>(), (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('The body cannot be read.'));
      });
    });
    return true;
  }
}

/** Pictures come from users, so one that is opened by itself must never act as a page. */
export function sendIcon(response: Response, { type, bytes }: IconFile): void {
  response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Disposition', 'inline');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.setHeader('Cache-Control', `private, max-age=${CACHE_SECONDS}`);
  response.type(type);
  response.send(Buffer.from(bytes));
}
