import type { Options } from './routes.js';

export interface Sent extends Options {
  readonly ifMatch?: string;
  readonly params?: {
    readonly path?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
    readonly header?: Readonly<Record<string, string>>;
  };
  readonly body?: unknown;
}

/** A text or a `Blob` is sent as it is, with the type that the caller says. */
export function requestOf(url: string, call: Sent & Pick<RequestInit, 'method' | 'credentials'>): Request {
  const { params: { path = {}, query = {}, header } = {}, headers, body, ifMatch, ...init } = call;
  const address = url.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  const search = new URLSearchParams(asked).toString();
  const request = new Request(search === '' ? address : `${address}?${search}`, {
    ...init,
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  });
  for (const [name, value] of Object.entries({ ...header, ...headers, ...(ifMatch !== undefined && { 'If-Match': ifMatch }) }))
    request.headers.set(name, value);
  return request;
}
