import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { Express, Request, RequestHandler, Response } from 'express';
import { built } from '../threads/threads.js';
import { OF_PROGRAMS } from './page-address.js';

const BUNDLE = resolve(built('../web/dist'));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** Copies that the build has put beside each file, best first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

const READING = ['GET', 'HEAD'];

/** Paths of the API reference, and of files of these pages. */
const NO_PAGE = /^\/(docs|assets)(\/|$)/;

/** Only scripts, styles and fonts of this origin, and no text that becomes script or markup (Trusted Types). */
const POLICY: Readonly<Record<string, string>> = {
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'form-action': "'self'",
  'worker-src': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

interface Served {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly encoded: ReadonlyMap<string, Buffer>;
}

/**
 * The pages for people: one document for all addresses that no program calls, and the files that it needs. They are
 * read once, from the bundle beside the program. @returns whether there is a bundle; without one the service is only an
 * API
 */
export function servePages(app: INestApplication): boolean {
  if (!existsSync(join(BUNDLE, 'index.html'))) return false;
  let files: Promise<ReadonlyMap<string, Served>> | undefined;
  const serve: RequestHandler = async (request, response, next) => {
    if (!READING.includes(request.method)) return next();
    const isPage = !OF_PROGRAMS.test(request.path) && !NO_PAGE.test(request.path);
    if (isPage) response.vary('Accept');
    if (isPage && request.accepts('json', 'html') !== 'html') return next();
    if (!isPage && !request.path.startsWith('/assets/')) return next();
    files ??= readBundle();
    const known = await files;
    const file = isPage ? (known.get(helpOf(request.path)) ?? known.get('/index.html')) : known.get(request.path);
    if (file === undefined) return next();
    if (isPage) protect(response);
    // The names of the other files hold a fingerprint of their content.
    response.setHeader('Cache-Control', isPage ? 'no-cache' : 'public, max-age=31536000, immutable');
    send(file, request, response);
  };
  (app.getHttpAdapter().getInstance() as Express).use(serve);
  return true;
}

/** The help is documents of its own; an address that is none of them is for the pages of the console, which say so. */
function helpOf(path: string): string {
  return path === '/help' || path === '/help/' ? '/help/index.html' : `${path}.html`;
}

async function readBundle(): Promise<ReadonlyMap<string, Served>> {
  const found = await readdir(BUNDLE, { recursive: true, withFileTypes: true });
  const names = found.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const originals = names.filter((name) => extname(name) in TYPES);
  const served = originals.map(async (name) => [addressOf(name), await read(name)] as const);
  return new Map(await Promise.all(served));
}

const addressOf = (name: string): string => name.slice(BUNDLE.length).replaceAll('\\', '/');

async function read(name: string): Promise<Served> {
  const plain = await readFile(name);
  const encoded = new Map<string, Buffer>();
  for (const [encoding, ending] of Object.entries(ENCODINGS)) {
    if (existsSync(name + ending)) encoded.set(encoding, await readFile(name + ending));
  }
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', etag: hash, plain, encoded };
}

function send({ type, etag, plain, encoded }: Served, request: Request, response: Response): void {
  const encoding = request.acceptsEncodings([...encoded.keys(), 'identity']);
  const bytes = (encoding !== false && encoded.get(encoding)) || plain;
  response.vary('Accept-Encoding');
  // Strong tags name bytes, and compressed ones are others (RFC 9110 section 8.8.3.3).
  response.setHeader('ETag', bytes === plain ? `"${etag}"` : `"${etag}-${encoding}"`);
  response.setHeader('Content-Type', type);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (bytes !== plain) response.setHeader('Content-Encoding', String(encoding));
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** The policy of the service with what pages need besides. */
function protect(response: Response): void {
  const directives = String(response.getHeader('Content-Security-Policy')).split(';');
  const kept = directives.filter((directive) => !(String(directive.trim().split(' ')[0]) in POLICY));
  const own = Object.entries(POLICY).map(([name, value]) => `${name} ${value}`);
  response.setHeader('Content-Security-Policy', [...kept, ...own].join(';'));
}
