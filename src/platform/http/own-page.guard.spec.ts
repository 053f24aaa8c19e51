import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { loadConfig } from '../config/config.js';
import { OwnPageGuard } from './own-page.guard.js';

function ask(environment: Record<string, string>, origin: string, host = URL.canParse(origin) ? new URL(origin).host : ''): boolean {
  const headers: Record<string, string> = { origin, host, 'content-type': 'application/json' };
  const request = { get: (name: string) => headers[name] };
  const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
  return new OwnPageGuard(loadConfig(environment)).canActivate(context);
}

describe('OwnPageGuard', () => {
  it.each(['http://192.168.1.5:3000', 'http://127.0.0.1:3000', 'http://gate.lan:3000', 'http://[::1]:3000'])(
    'names the right address and the cure to a page that was opened at %s',
    (opened) => {
      expect(() => ask({ HOST: '0.0.0.0' }, opened)).toThrow(
        `Open http://localhost:3000 and sign in there. If people should use ${opened}, its operator sets PUBLIC_URL to that.`,
      );
    },
  );

  it('takes the page at the address that it names', () => {
    expect(ask({ HOST: '0.0.0.0' }, 'http://localhost:3000')).toBe(true);
    expect(ask({ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.5:3000' }, 'http://192.168.1.5:3000')).toBe(true);
  });

  it('proposes no address to a page of another service', () => {
    expect(() => ask({ HOST: '0.0.0.0' }, 'https://evil.example', 'localhost:3000')).toThrow(/sign in there\.$/);
    expect(() => ask({ HOST: '0.0.0.0' }, 'null', 'localhost:3000')).toThrow(/sign in there\.$/);
  });
});
