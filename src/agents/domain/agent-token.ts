import { hashToken, mintToken } from '../../shared/one-time-token.js';

/** Tell people and secret scanners what they have found. */
const PREFIXES = { access: 'hga_', refresh: 'hgr_', code: 'hgc_', secret: 'hgcs_' } as const;

export type AgentCredential = keyof typeof PREFIXES;

const ACCESS_SECONDS = 600;
export const CODE_SECONDS = 60;
/** How long a client that gets no answer may send its old refresh token again: two processes of a program may have one. */
export const REPEAT_SECONDS = 30;
/** A refresh token that nobody uses for so long is worth nothing. */
const IDLE_DAYS = 30;
const DAY_MS = 86_400_000;

export function mintCredential(kind: AgentCredential): { text: string; hash: Buffer } {
  const { token, hash } = mintToken();
  return { text: withPrefix(kind, token), hash };
}

export function withPrefix(kind: AgentCredential, token: string): string {
  return `${PREFIXES[kind]}${token}`;
}

/** @returns `null` when no credential of the kind looks like this */
export function hashCredential(kind: AgentCredential, text: string): Buffer | null {
  const prefix = PREFIXES[kind];
  return text.startsWith(prefix) ? hashToken(text.slice(prefix.length)) : null;
}

export function endsOfTokens(grantEnds: Date, now: Date): { readonly access: Date; readonly refresh: Date } {
  const within = (ms: number): Date => new Date(Math.min(grantEnds.getTime(), now.getTime() + ms));
  return { access: within(ACCESS_SECONDS * 1000), refresh: within(IDLE_DAYS * DAY_MS) };
}
