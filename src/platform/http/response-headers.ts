interface DocumentedHeader {
  readonly description: string;
  /** Whether every answer that declares it has it. */
  readonly isAlwaysThere: boolean;
  readonly example?: string;
}

/** Of transport and security: any answer may carry them, and no operation declares them. */
export const HEADERS_OF_ANY = [
  'Cache-Control',
  'Connection',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'Date',
  'Keep-Alive',
  'Transfer-Encoding',
  'Vary',
  'X-Accel-Buffering',
  'X-Request-Id',
  'Access-Control-Allow-Credentials',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Every header that an answer declares. */
export const HEADERS = {
  ETag: {
    description: 'The version of the answered state, for `If-Match` (RFC 9110 section 8.8.3).',
    isAlwaysThere: true,
    example: '"3"',
  },
  Location: { description: 'The URL of the created or continued resource.', isAlwaysThere: true },
  Link: {
    description: 'Related resources: the next page, other versions, help about a deprecated operation (RFC 8288).',
    isAlwaysThere: false,
  },
  Deprecation: { description: 'Since when the operation is deprecated (RFC 9745).', isAlwaysThere: true, example: '@1795910400' },
  Sunset: {
    description: 'From when on a new version may lack the operation (RFC 8594).',
    isAlwaysThere: true,
    example: 'Tue, 01 Jun 2027 00:00:00 GMT',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', isAlwaysThere: true, example: '1' },
  RateLimit: {
    description: 'What is left of the quota, or how long to wait (draft-ietf-httpapi-ratelimit-headers).',
    isAlwaysThere: false,
    example: '"read";r=11987;t=42',
  },
  'RateLimit-Policy': {
    description: 'The quota that the request counts for (draft-ietf-httpapi-ratelimit-headers).',
    isAlwaysThere: false,
    example: '"read";q=12000;w=60',
  },
  'Idempotency-Replayed': {
    description: '`true` when the answer is that of an earlier request with the same `Idempotency-Key`.',
    isAlwaysThere: false,
  },
  'WWW-Authenticate': {
    description: 'RFC 6750 section 3, and RFC 9470 section 3 when a step-up is required.',
    isAlwaysThere: true,
    example: 'Bearer error="invalid_token"',
  },
  'X-Device-Token': {
    description: 'A new device token, for clients that keep no cookies; it replaces the one that was sent.',
    isAlwaysThere: false,
  },
  'Preference-Applied': { description: 'Which `Prefer` was followed (RFC 7240).', isAlwaysThere: false },
  'Clear-Site-Data': { description: 'Which data the browser deletes.', isAlwaysThere: true },
  'Set-Cookie': { description: 'A cookie that only this service reads.', isAlwaysThere: false },
  'Content-Disposition': { description: 'Whether a browser shows or saves the file, and its name.', isAlwaysThere: true },
} as const satisfies Readonly<Record<string, DocumentedHeader>>;

export type HeaderName = keyof typeof HEADERS;
