import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationsOf } from '../support/documented-values.js';
import { RightRequests } from '../support/right-requests.js';

const PEOPLE = { stranger: 'oscar', viewer: 'vera', member: 'mia', administrator: 'adam', owner: 'olivia' } as const;

type Who = keyof typeof PEOPLE;

/** What a right request needs besides: a token of a mail, a passkey, a provider, a model. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
  changePassword: 'VALIDATION_FAILED',
  openPasswordReset: 'INVALID_RESET_TOKEN',
  resetPassword: 'INVALID_RESET_TOKEN',
  verifyEmail: 'INVALID_VERIFICATION_TOKEN',
  confirmAddressChange: 'INVALID_VERIFICATION_TOKEN',
  registerWebauthn: 'VALIDATION_FAILED',
  activateDevice: 'INVALID_ACTIVATION_TOKEN',
  skipDeviceActivation: 'INVALID_ACTIVATION_TOKEN',
  // With a session they take no name and no password.
  joinByInvitation: 'VALIDATION_FAILED',
  acceptInvitation: 'VALIDATION_FAILED',
  receiveBackchannelLogout: 'VALIDATION_FAILED',
  setWebhookEventAside: 'CONFLICT',
  testWebhook: 'NOT_FOUND',
  sendWebhookEventAgain: 'NOT_FOUND',
  receiveFrontchannelLogout: 'VALIDATION_FAILED',
  executePromptTemplate: 'MODEL_NOT_CONFIGURED',
  askQuestion: 'MODEL_NOT_CONFIGURED',
};

/**
 * What people send who have read the document: `HttpClient` refuses each answer whose status, headers or body are not as declared. The
 * access matrix says who may what; here every operation of the document is called, those without a session too.
 */
describe('every operation of the document, rightly called by the people of an organization', () => {
  let requests: RightRequests;
  beforeAll(async () => {
    requests = await RightRequests.start();
  });
  afterAll(() => requests.app.close());

  it('answers as it describes, and finds nothing wrong with the request', async () => {
    const told: unknown[] = [];
    let successes = 0;
    for (const one of operationsOf())
      for (const who of Object.keys(PEOPLE) as Who[]) {
        const { status, body } = await requests.send(one, PEOPLE[who]);
        if (status < 300) successes += 1;
        const isFault = status >= 500 || [400, 405, 406, 413, 415, 428].includes(status);
        const { operationId } = one.operation;
        const code: string = body?.code ?? body?.scimType;
        if (isFault && NEEDS_MORE[operationId] !== code) told.push([operationId, who, status, code, body?.details]);
      }
    expect(told).toEqual([]);
    expect(successes).toBeGreaterThan(300);
  });
});
