import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { type AccessKey, type KeyTerms, scopesLeft } from '../domain/access-key.js';
import { endsOfTokens, hashCredential } from '../domain/agent-token.js';
import { AgentTokens, TokenSuccession } from './ports/agent-tokens.js';

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly scopes: AccessKey['scopes'];
}

/** What follows a code or a refresh token. It is computed from it, so that a repeated request gets the same. Join the unit of work. */
@Injectable()
export class IssueTokens {
  constructor(
    private readonly succession: TokenSuccession,
    private readonly tokens: AgentTokens,
    private readonly clock: Clock,
  ) {}

  async execute(text: string, key: AccessKey, terms: KeyTerms): Promise<IssuedTokens> {
    const now = this.clock.now();
    const ends = endsOfTokens(key.expiresAt, now);
    const [access, refresh] = await this.successorsOf(text);
    await this.tokens.add([
      { ...access, kind: 'access', keyId: key.id, expiresAt: ends.access },
      { ...refresh, kind: 'refresh', keyId: key.id, expiresAt: ends.refresh },
    ]);
    return issued(access.text, refresh.text, ends.access, now, scopesLeft(key, terms));
  }

  /** What a first request got; `null` if it is worth nothing any more. */
  async again(text: string, key: AccessKey, terms: KeyTerms): Promise<IssuedTokens | null> {
    const now = this.clock.now();
    const [access, refresh] = await this.successorsOf(text);
    const kept = await this.tokens.find('access', access.hash);
    return kept === null || kept.expiresAt <= now ? null : issued(access.text, refresh.text, kept.expiresAt, now, scopesLeft(key, terms));
  }

  private async successorsOf(text: string): Promise<readonly [Successor, Successor]> {
    return [await this.successor(text, 'access'), await this.successor(text, 'refresh')];
  }

  private async successor(text: string, kind: 'access' | 'refresh'): Promise<Successor> {
    const successor = await this.succession.successorOf(text, kind);
    const hash = hashCredential(kind, successor);
    if (hash === null) throw new Error('A successor does not look like a token.');
    return { text: successor, hash };
  }
}

interface Successor {
  readonly text: string;
  readonly hash: Uint8Array;
}

function issued(accessToken: string, refreshToken: string, ends: Date, now: Date, scopes: AccessKey['scopes']): IssuedTokens {
  return { accessToken, refreshToken, expiresIn: Math.floor((ends.getTime() - now.getTime()) / 1000), scopes };
}
