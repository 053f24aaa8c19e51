declare module 'saml' {
  export const Saml20: {
    createUnsignedAssertion(options: Readonly<Record<string, unknown>>): string;
    create(options: Readonly<Record<string, unknown>>, callback: (error: Error | null, xml: string) => void): void;
  };
}

declare module 'samlp' {
  import type { RequestHandler } from 'express';

  export function auth(options: Readonly<Record<string, unknown>>): RequestHandler;
  export function metadata(options: Readonly<Record<string, unknown>>): RequestHandler;
}
