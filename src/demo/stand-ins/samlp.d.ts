declare module 'samlp' {
  import type { Request, RequestHandler } from 'express';

  interface AuthnRequest {
    readonly id?: string;
    readonly issuer?: string;
    readonly assertionConsumerServiceURL?: string;
  }

  export function auth(options: Readonly<Record<string, unknown>>): RequestHandler;
  export function sendError(options: Readonly<Record<string, unknown>>): RequestHandler;
  export function metadata(options: Readonly<Record<string, unknown>>): RequestHandler;
  export function parseRequest(request: Request, callback: (error: Error | null | undefined, request?: AuthnRequest) => void): void;
}
