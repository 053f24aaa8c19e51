import { describe, expect, it } from '@jest/globals';
import { companyAt, warningAbout } from './shared-issuer.js';

const GOOGLE = 'https://accounts.google.com';
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad';

describe('an issuer of many companies', () => {
  it.each([
    ['Google, of the domain that it has to name', GOOGLE, /"hd"/],
    [
      'the common endpoint of Entra ID, that no answer speaks for a company',
      'https://login.microsoftonline.com/common/v2.0',
      /links nobody/,
    ],
    ['GitLab.com, of the same', 'https://gitlab.com', /links nobody/],
  ])('warns before anyone logs in: %s', (_, issuer, message) => {
    expect(warningAbout(issuer)).toMatch(message);
  });

  it('is not what one tenant of Entra ID or a company of Okta is', () => {
    for (const issuer of ['https://login.microsoftonline.com/6babcaad-604b-40ac-a9d7-9fd97c0b779f/v2.0', 'https://corp.okta.com'])
      expect(warningAbout(issuer)).toBeNull();
  });

  it.each([
    ['names the company by its domain', { hd: 'corp.example' }, 'corp.example'],
    ['names it in any spelling', { hd: 'CORP.Example' }, 'corp.example'],
    ['names none for a personal account', {}, null],
    ['names none by what is no text', { hd: ['corp.example'] }, null],
    ['names none by the address', { email: 'ada@corp.example', email_verified: true }, null],
  ])('(Google) %s', (_, claims, domain) => {
    expect(companyAt(GOOGLE, claims)).toEqual({ isShared: true, domain });
  });

  it.each([
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
    'https://login.microsoftonline.us/consumers/v2.0',
    `https://login.microsoftonline.com/${CONSUMERS}/v2.0`,
    `https://sts.windows.net/${CONSUMERS}/`,
    'https://gitlab.com',
    'https://appleid.apple.com',
    'https://slack.com',
    'https://token.actions.githubusercontent.com',
  ])('speaks for no company: %s', (issuer) => {
    const said = { hd: 'corp.example', tid: 'ours', email_verified: true, xms_edov: true };
    expect(companyAt(issuer, said)).toEqual({ isShared: true, domain: null });
  });

  it.each([
    'https://login.microsoftonline.com/6babcaad-604b-40ac-a9d7-9fd97c0b779f/v2.0',
    'https://sts.windows.net/6babcaad-604b-40ac-a9d7-9fd97c0b779f/',
    'https://corp.okta.com',
    'https://corp.eu.auth0.com/',
    'https://gitlab.corp.example',
    'https://accounts.google.com.corp.example',
  ])('is none of one organization: %s', (issuer) => {
    expect(companyAt(issuer, {})).toEqual({ isShared: false });
  });
});
