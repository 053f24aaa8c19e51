import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Through the page, as a person does it. It ends where the account asks for more, or in the frame of all pages. */
export async function signInBy(page: Page, username: string, password: string = PUBLISHED_SECRETS.password): Promise<void> {
  await page.getByLabel('Username or e-mail address').fill(username);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Through the page, from its address on. */
export async function enterByPage(page: Page, address: string, username: string): Promise<void> {
  await page.goto(`${address}/signin`);
  await signInBy(page, username);
  await framed(page);
}

/**
 * Signs in as the scripts of the page do, without drawing it, which is a third of most walks. What the sign-in page itself does, and what
 * other tabs hear of it, shows only `enterByPage`.
 */
export async function enter(page: Page, address: string, username: string, path?: string): Promise<void> {
  await logInBy(page, address, username);
  await page.goto(`${address}${path ?? '/'}`);
  // Not each page has the frame.
  if (path === undefined) await framed(page);
}

/** The browser then has the cookie of a session, and its page is as it was. */
export async function logInBy(page: Page, address: string, username: string): Promise<void> {
  const answer = await page.context().request.post(`${address}/api/auth/browser/login`, {
    headers: { Origin: new URL(address).origin },
    data: { username, password: PUBLISHED_SECRETS.password },
  });
  if (!answer.ok()) throw new Error(`${username} was not let in: ${await answer.text()}`);
}

// In a narrow window the menu is closed, and Sign out with it.
const framed = (page: Page): Promise<void> => page.locator('#navigation').waitFor({ state: 'attached' });

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** What axe finds on the page, by rule. It runs below the policy of the page, over the protocol of the browser. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(`${await readFile(AXE, 'utf8')};0`);
  // What the head of the page half covers, after it was scrolled, is not too small.
  await evaluate('scrollTo(0, 0)');
  const { violations } = (await evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  )) as AxeResult;
  await session.detach();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Whether the page is wider than the window; tables scroll by themselves. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** Bytes of an answer as it travels over https, where browsers take Brotli. */
export const sizeOf = (address: string, path: string, accept: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(`${address}${path}`, { headers: { Accept: accept, 'Accept-Encoding': 'br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
