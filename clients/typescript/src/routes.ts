import type { paths } from '../dist/api.js';
import type { ErrorCode, HeadgateError } from './errors.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Has<Key extends PropertyKey> = Readonly<Record<Key, object>>;

/** The paths that take this method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Has<M> ? Path : never;
}[keyof paths];

/** What the document says of one route. */
export type Route<Path extends keyof paths, M extends Method> = paths[Path] extends Readonly<Record<M, infer Found>> ? Found : never;

/** A version that a route requires may come by `ifMatch` instead. */
type Given<Parameters> = Parameters extends { header: infer Header }
  ? Omit<Parameters, 'header'> & { readonly header?: Partial<Header> }
  : Parameters;

type Params<Of> = Of extends { parameters: infer Found }
  ? object extends Given<Found>
    ? { readonly params?: Given<Found> }
    : { readonly params: Given<Found> }
  : object;

type ValueOf<Content> = Content[keyof Content];

type Body<Of> = Of extends { requestBody: { content: infer Content } }
  ? { readonly body: ValueOf<Content> }
  : Of extends { requestBody?: { content: infer Content } }
    ? 'requestBody' extends keyof Of
      ? { readonly body?: ValueOf<Content> }
      : object
    : object;

export interface Options {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** The object that was read and is now changed, or its version as text: sent as `If-Match`. */
  readonly ifMatch?: object | string;
}

/** What a call takes besides the path. */
export type Init<Of> = Params<Of> & Body<Of> & Options;

/** May be left out if nothing in it is required. */
export type Arguments<Of> = object extends Init<Of> ? [init?: Init<Of>] : [init: Init<Of>];

type Responses<Of> = Of extends { responses: infer Found } ? Found : never;
type Success = 200 | 201 | 202 | 204;

type Unwrapped<Body> = Body extends { success: true; data: infer Data } ? Data : Body;

type ContentOf<Response> = Response extends { content: infer Content }
  ? Content extends { 'application/json': infer Body }
    ? Unwrapped<Body>
    : Content extends { 'application/x-ndjson': unknown } | { 'application/zip': unknown }
      ? ReadableStream<Uint8Array>
      : string
  : undefined;

/** What a route answers on success, without the envelope. */
export type DataOf<Of> = {
  [Status in keyof Responses<Of> & Success]: ContentOf<Responses<Of>[Status]>;
}[keyof Responses<Of> & Success];

type BodyOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

/** The codes that a route declares. */
export type CodeOf<Of> = {
  [Status in Exclude<keyof Responses<Of>, Success>]: BodyOf<Responses<Of>[Status]> extends { code: infer Code } ? Code & ErrorCode : never;
}[Exclude<keyof Responses<Of>, Success>];

/** Data or an error, never both: `if (error) ...` leaves the data. */
export type Result<Of> =
  | { readonly data: DataOf<Of>; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: HeadgateError<CodeOf<Of>>; readonly response: Response };

export type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...init: Arguments<Route<Path, M>>
) => Promise<Result<Route<Path, M>>>;

interface Answered {
  readonly data?: unknown;
  readonly error?: Error;
}

/** @returns the data @throws HeadgateError */
export function unwrap<Of extends Answered>(result: Of): Of extends { readonly error: Error } ? never : Of['data'];
export function unwrap({ data, error }: Answered): unknown {
  if (error !== undefined) throw error;
  return data;
}
