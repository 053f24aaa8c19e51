import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';

/**
 * Express gives each request and response the prototype of its application. Before Node 24, an object whose prototype changes shares its
 * shape with no other one, so that no compiled code knows it again: every access to it is a search. Here they are made with that prototype.
 *
 * Paths count to the letter (RFC 3986 section 6.2.2.1): what a proxy forbids at `/api/…` must not be open at `/API/…`.
 */
export class HttpAdapter extends ExpressAdapter {
  constructor() {
    super(express().enable('case sensitive routing'));
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class AppRequest extends IncomingMessage {}
    class AppResponse extends ServerResponse {}
    app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as typeof app.request;
    app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as typeof app.response;
    this.httpServer = createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
  }
}
