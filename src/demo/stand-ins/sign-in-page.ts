import type { Response } from 'express';
import { KNOWN_PEOPLE, type Person, elsewhere, personOf } from './people.js';

/** The choice of a person on the page. */
export type Choice =
  | { readonly kind: 'person'; readonly person: Person; readonly hasSecondFactor: boolean; readonly isExpired: boolean }
  | { readonly kind: 'denied' };

const STYLE = `:root{color-scheme:light dark}body{margin:0 auto;max-width:34rem;padding:2rem 1.25rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem}button,input[type=text],select{font:inherit;padding:.5rem .75rem}li{margin:.5rem 0}ul{list-style:none;padding:0}
li button{width:100%;text-align:start}fieldset{margin:1rem 0}label{display:block;margin:.5rem 0}small{opacity:.8}`;

const WRONG = [
  ['', 'as it should'],
  ['elsewhere', 'with an address of another domain (elsewhere.example)'],
  ['denied', 'with a refusal'],
] as const;
const EXPIRED = ['expired', 'with an answer that is too old'] as const;

/**
 * Each person is a button of one form, so that it works by mouse, by keyboard and without scripts. Enter in a field presses the first
 * button, which must not be the first person.
 */
export function sendSignInPage(response: Response, canExpire: boolean, fault?: string): void {
  const people = KNOWN_PEOPLE.map(
    ({ subject, email, about }) =>
      `<li><button name="as" value="${subject}"><strong>${email}</strong><br><small>${about}</small></button></li>`,
  ).join('\n');
  const ways = [...WRONG, ...(canExpire ? [EXPIRED] : [])].map(([value, says]) => `<option value="${value}">${says}</option>`).join('');
  sendPage(
    response,
    fault === undefined ? 200 : 400,
    'Who signs in?',
    `<p>This is the identity provider of the demo. It asks for no password.</p>
${fault === undefined ? '' : `<p role="alert">${fault}</p>`}
<form method="post">
<button name="as" value="" hidden>Sign in</button>
<ul>
${people}
</ul>
<fieldset><legend>Another person</legend>
<label>Address <input type="text" name="somebody" autocomplete="off" placeholder="ines@delta.example"></label>
<button name="as" value="">Sign in</button></fieldset>
<fieldset><legend>How the provider answers</legend>
<label><input type="checkbox" name="mfa" value="yes" checked> says that a second factor was shown</label>
<label>Answers <select name="answer">${ways}</select></label></fieldset>
</form>`,
  );
}

export function sendPage(response: Response, status: number, title: string, content: string): void {
  response.status(status).set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'Referrer-Policy': 'no-referrer',
  });
  response.type('html').send(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Identity provider of the demo</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body></html>`);
}

/** `null` if the form names no person. */
export function choiceIn(form: unknown): Choice | null {
  const field = (name: string): string => {
    const value = (form as Readonly<Record<string, unknown>> | undefined)?.[name];
    return typeof value === 'string' ? value : '';
  };
  const answer = field('answer');
  if (answer === 'denied') return { kind: 'denied' };
  const named = personOf(field('as') === '' ? field('somebody') : field('as'));
  const person = named !== null && answer === 'elsewhere' ? elsewhere(named) : named;
  if (person === null) return null;
  return { kind: 'person', person, hasSecondFactor: field('mfa') === 'yes', isExpired: answer === 'expired' };
}

/** For programs: `?as=` or the cookie `demo_user` names a person, who is signed in without a click. */
export function choiceOfProgram(query: unknown, cookies: string | undefined): Choice | null {
  const asked = (query as { as?: unknown }).as;
  const [, kept] = /(?:^|; )demo_user=([^;]*)/.exec(cookies ?? '') ?? [];
  const person = personOf(typeof asked === 'string' ? asked : (kept ?? ''));
  return person && { kind: 'person', person, hasSecondFactor: true, isExpired: false };
}
