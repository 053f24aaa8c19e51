import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { readersLanguage } from '../../../platform/http/request-context.js';
import { type Language, type Sentence, inLanguage } from '../../../shared/sentence.js';
import type { Onward } from '../../domain/onward.js';

const SCRIPT = 'document.forms[0].submit()';
const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}main{max-width:32rem;margin:20vh auto 0;padding:0 1rem}' +
  'h1{font-size:1.25rem}button{font:inherit;padding:.5rem 1rem}';

/**
 * Requests of a form may lead over addresses of the provider that nobody here knows, and Chromium holds each of them against
 * `form-action`: so it names no host. Nothing of the page comes from the outside but the escaped values of its form.
 */
const POLICY = [
  "default-src 'none'",
  `script-src '${hashOf(SCRIPT)}'`,
  `style-src '${hashOf(STYLE)}'`,
  'form-action https: http:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

/** What the API document says of an answer that is the page. */
export const ONWARD_PAGE = {
  status: 200,
  type: 'text/html',
  meaning: 'A page whose form the browser posts to the provider, if that takes messages by HTTP-POST.',
} as const;

/**
 * Sends a browser on: by a redirect, or by a page whose form posts itself, or waits for its button where scripts are off.
 * @returns the page, for the body
 */
export function sendOnward(response: Response, { redirectUrl, form }: Onward): string | undefined {
  if (form === null) {
    response.setHeader('Location', redirectUrl);
    return undefined;
  }
  response.status(200).type('html').setHeader('Content-Security-Policy', POLICY);
  return pageOf(redirectUrl, form, readersLanguage());
}

function pageOf(action: string, form: Readonly<Record<string, string>>, language: Language): string {
  const words = (sentence: Sentence): string => escaped(inLanguage(sentence, language));
  const fields = Object.entries(form).map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`);
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${words('To your identity provider')}</title><style>${STYLE}</style></head><body><main>` +
    `<h1>${words('To your identity provider')}</h1>` +
    `<p>${words('Your browser takes you there. If nothing happens, choose "Continue".')}</p>` +
    `<form method="post" action="${escaped(action)}">${fields.join('')}<button>${words('Continue')}</button></form>` +
    `</main><script>${SCRIPT}</script></body></html>`
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
