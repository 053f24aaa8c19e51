import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import { nextTotp } from '../support/mfa.js';
import type { TestApp } from '../support/test-app.js';
import type { Scene } from './tours.js';

export function sceneOf({ url, clock }: TestApp): Scene {
  return {
    url,
    password: DEMO_PASSWORD,
    totpUser: DEMO_TOTP.user,
    code: () => nextTotp(clock),
    advance: (span) => clock.advance(span),
  };
}
