import { describe, expect, it } from '@jest/globals';
import { mintToken } from '../../shared/one-time-token.js';
import { answeredRequest, requestIdOf } from './answered-request.js';

const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

describe('The request that an answer names', () => {
  const { token: state } = mintToken();
  const id = requestIdOf(state);

  it('is an xs:ID, whatever the state', () => {
    for (let time = 0; time < 100; time += 1) expect(requestIdOf(mintToken().token)).toMatch(/^[A-Za-z_][\w.-]*$/);
  });

  it.each([
    `<samlp:Response ID="_1" InResponseTo="${id}" Version="2.0"><a/></samlp:Response>`,
    `<samlp:Response ID='_1'\n InResponseTo='${id}'/>`,
    `<Response ID="_1"><SubjectConfirmationData InResponseTo="${id}"/></Response>`,
  ])('tells the state: %#', (xml) => expect(answeredRequest(encoded(xml))).toEqual({ state }));

  it.each(['<Response ID="_1"/>', '<Response InResponseTo=""/>', '<Response xInResponseTo="_1"/>', '', '\0'])('is none in %j', (xml) =>
    expect(answeredRequest(encoded(xml))).toBeNull(),
  );

  it('of another service is no state of ours', () =>
    expect(answeredRequest(encoded('<Response InResponseTo="ONELOGIN_4fee3b046395c4e751011e97f8900b5273d56685"/>'))).toEqual({
      state: 'NELOGIN_4fee3b046395c4e751011e97f8900b5273d56685',
    }));

  it('takes no longer for a text without end', () => expect(answeredRequest(encoded(' InResponseTo'.repeat(60_000)))).toBeNull());
});
