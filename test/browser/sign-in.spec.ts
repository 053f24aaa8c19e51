import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { connectDemoProvider, demoPages } from '../support/demo-service.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { enterByPage, faultsOf, isTooWide, signInBy, sizeOf } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('signing in by the pages (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();

  /** The code that the page of the demo shows; each is good once, so a used one is waited out there. */
  async function nextCode(page: Page, used: string | null = null): Promise<string> {
    const tab = await page.context().newPage();
    await tab.goto(`${at().address}/demo`);
    const code = tab.getByTestId('code');
    await tab.waitForFunction(
      (old) =>
        /^\d{6}$/.test(document.querySelector('[data-testid=code]')?.textContent ?? '') &&
        document.querySelector('[data-testid=code]')?.textContent !== old,
      used,
      { timeout: 60_000 },
    );
    const shown = await code.textContent();
    await tab.close();
    return shown ?? '';
  }

  async function linkMailedTo(recipient: string): Promise<string> {
    let link: string | undefined;
    await eventually(`a mail to ${recipient}`, async () => {
      const { mails } = (await at().service.demo('/mails?limit=100')).body;
      [link] = mails.find(({ to }: { to: string }) => to.includes(recipient))?.links ?? [];
      return link !== undefined;
    });
    return String(link);
  }

  /** Pages whose mailed token the tab still keeps. */
  const keptIn = (page: Page): Promise<string[]> =>
    page.evaluate(() => Object.keys(sessionStorage).flatMap((name) => (name.startsWith('mailed:') ? [name.slice('mailed:'.length)] : [])));

  async function inviteTo(email: string): Promise<string> {
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const first = async (list: string) => (await at().service.http.get(`/api/v1/organizations/1/${list}`, { token })).body.data[list];
    const [workspace] = await first('workspaces');
    const role = (await first('roles')).find(({ name }: { name: string }) => name === 'viewer');
    const body = { email, workspace_id: workspace.id, role_id: role.id };
    expect((await at().service.http.post('/api/v1/organizations/1/invitations', body, { token })).status).toBe(201);
    return linkMailedTo(email);
  }

  it('shows the sign-in page at the address of the service, with the people of the demo, and prints no error', async () => {
    const { page, violations, foreign, errors } = await open(at().address);
    const printed: string[] = [];
    page.on('console', (message) => message.type() === 'error' && printed.push(message.text()));
    await page.goto(`${at().address}/`);
    await page.waitForURL('**/signin?**');
    await page.getByRole('button', { name: 'vera' }).click();
    await page.getByText('As vera').waitFor();
    expect([violations, foreign, errors, printed]).toEqual([[], [], [], []]);
  });

  it('moves no button while the people of the demo arrive below it', async () => {
    const { page } = await open(at().address);
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/sign-in-options', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${at().address}/signin`);
    const button = page.getByRole('button', { name: 'Continue' });
    const before = await button.boundingBox();
    letThrough();
    await page.getByRole('button', { name: 'vera' }).waitFor();
    expect(await button.boundingBox()).toEqual(before);
  });

  it('refuses a wrong password in a sentence, and takes the right one by the keyboard alone', async () => {
    const { page, violations, errors } = await open(at().address);
    await page.goto(`${at().address}/signin`);
    await page.getByLabel('Username or e-mail address').waitFor();
    await page.keyboard.type('olivia');
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.keyboard.type('not the password at all');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Request').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PUBLISHED_SECRETS.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    expect([violations, errors]).toEqual([[], []]);
  });

  it('takes what a password manager has filled without telling the page, and says what is missing', async () => {
    const { page } = await open(at().address);
    await page.goto(`${at().address}/signin`);
    const name = page.getByLabel('Username or e-mail address');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Complete these first: Username or e-mail address.').waitFor();
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    // As scripts of extensions do: React does not see it.
    await name.evaluate((field) => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'vera'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Complete these first: Password.').waitFor();
  });

  it('goes a step back by Back, with the name that was typed and not in the address, and out of it once the person is in', async () => {
    const { page, violations, errors } = await open(at().address);
    await page.goto(`${at().address}/demo`);
    await page.goto(`${at().address}/signin?next=%2Faccount`);
    const name = page.getByLabel('Username or e-mail address');
    const password = page.getByLabel('Password', { exact: true });
    const toPassword = async (who: string): Promise<void> => {
      await name.fill(who);
      await page.getByRole('button', { name: 'Continue' }).click();
      await password.waitFor();
    };
    await toPassword('vera');
    expect(page.url()).not.toContain('vera');
    await page.goBack();
    expect(await name.inputValue()).toBe('vera');
    await page.goForward();
    await password.waitFor();
    await page.reload();
    await name.waitFor();
    expect(await name.inputValue()).toBe('');
    await toPassword('mia');
    await page.getByRole('button', { name: 'Use another name' }).click();
    expect(await name.inputValue()).toBe('mia');
    await toPassword('mia');
    await password.fill(PUBLISHED_SECRETS.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await page.goBack();
    expect(await name.inputValue()).toBe('mia');
    await toPassword('vera');
    await password.fill(PUBLISHED_SECRETS.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/account');
    // As many as there are since the reload, which began anew.
    for (const before of ['**/signin?**', '**/demo']) {
      await page.goBack();
      await page.waitForURL(before);
    }
    expect([violations, errors]).toEqual([[], []]);
  });

  it('keeps no token where a script or a log could find it, and the session over a reload', async () => {
    const { page } = await open(at().address);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await enterByPage(page, at().address, 'olivia');
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, history.state, location.href]),
    );
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name.startsWith('headgate_session'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth/browser', expires: -1 });
    for (const secret of [session?.value ?? 'none', 'eyJ']) {
      expect(kept).not.toContain(secret);
      expect(requests.join(' ')).not.toContain(secret);
      expect(at().service.program.stdout + at().service.program.stderr).not.toContain(secret);
    }
  });

  it('trusts the browser of a person with a second factor, who then signs in by the password alone', async () => {
    const { page, violations, errors } = await open(at().address);
    await page.goto(`${at().address}/signin`);
    await signInBy(page, 'mia');
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await signInBy(page, 'mia');
    await page.getByLabel('Code from your authenticator app').fill(await nextCode(page));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Trust this browser?' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Trust this browser' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await signInBy(page, 'mia');
    await page.getByRole('link', { name: 'mia' }).click();
    await page.getByText('One factor (AAL1)').waitFor();
    const browsers = page.getByRole('table', { name: 'Trusted browsers' });
    await browsers.getByText('trusted', { exact: true }).waitFor();
    await browsers.getByRole('button', { name: 'Stop trusting' }).click();
    await browsers.getByText('no longer trusted').waitFor();
    expect(await browsers.getByRole('button').count()).toBe(0);
    expect([violations, errors]).toEqual([[], []]);
  });

  it('adds a passkey after a fresh proof, signs in by it, and removes it without retyping', async () => {
    const { page, violations, errors } = await open(at().address);
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('WebAuthn.enable');
    await protocol.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await enterByPage(page, at().address, 'adam');
    await page.getByRole('link', { name: 'adam' }).click();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('<b>Laptop</b>');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    // Without a second factor the password is the proof, where it is not fresh enough.
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    expect((await page.getByTestId('secret').textContent())?.split('\n').length).toBeGreaterThan(5);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('rowheader', { name: '<b>Laptop</b>' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await signInBy(page, 'adam');
    await page.getByLabel('How do you want to prove it?').selectOption('webauthn');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('link', { name: 'adam' }).click();
    await page.getByText('Two factors (AAL2)').waitFor();
    await page.getByRole('button', { name: 'Remove: <b>Laptop</b>' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You have no second factor yet').waitFor();
    expect([violations, errors]).toEqual([[], []]);
  });

  it('adds an authenticator app, which is asked for from then on, and shows the recovery codes once', async () => {
    const { page, violations, errors } = await open(at().address);
    await enterByPage(page, at().address, 'nora');
    await page.getByRole('link', { name: 'nora' }).click();
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const form = page.getByRole('form', { name: 'Add an authenticator app' });
    const secret = await form.locator('code').textContent();
    await form.getByLabel('Six digits').fill(generateSync({ secret: secret ?? '' }));
    await form.getByRole('button', { name: 'Confirm' }).click();
    const codes = (await page.getByTestId('secret').textContent())?.split('\n') ?? [];
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.reload();
    await page.getByRole('rowheader', { name: 'Authenticator app' }).waitFor();
    expect(await page.content()).not.toContain(codes[0] ?? 'none');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await signInBy(page, 'nora');
    await page.getByLabel('How do you want to prove it?').selectOption('recovery_code');
    await page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect([violations, errors]).toEqual([[], []]);
  });

  it('asks before it goes on with a login that began elsewhere, and shows no sentence of a forged address', async () => {
    const { page, violations, errors } = await open(at().address);
    await page.goto(`${at().address}/signin#error=access_denied&error_description=Call%20this%20number`);
    await page.getByText('(access_denied)').waitFor();
    expect(await page.content()).not.toContain('Call this number');
    await page.goto(`${at().address}/signed-in?link_token=${'A'.repeat(43)}`);
    await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.goto(`${at().address}/?code=${'A'.repeat(43)}`);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect([violations, errors]).toEqual([[], []]);
  });

  it('empties the other tabs at sign-out, and shows the next person nothing of the first', async () => {
    const { page } = await open(at().address);
    await enterByPage(page, at().address, 'olivia');
    const other = await page.context().newPage();
    await other.goto(`${at().address}/account`);
    await other.getByText('olivia@delta.example').first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByLabel('Username or e-mail address').waitFor();
    expect(await other.content()).not.toContain('olivia@delta.example');
    await signInBy(other, 'vera');
    await other.getByRole('link', { name: 'vera' }).click();
    await other.getByText('vera@delta.example').first().waitFor();
    expect(await other.content()).not.toContain('olivia');
  });

  it.each(['//evil.example/x', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/%5Cevil.example'])(
    'goes nowhere else after sign-in, whatever `next` says: %s',
    async (next) => {
      const { page, foreign, errors } = await open(at().address);
      await page.goto(`${at().address}/signin?next=${encodeURIComponent(next)}`);
      await signInBy(page, 'vera');
      await page.waitForURL((url) => url.pathname !== '/signin');
      expect(new URL(page.url()).origin).toBe(at().address);
      expect([foreign, errors]).toEqual([[], []]);
    },
  );

  it('lets no page of another origin refresh or end a session', async () => {
    const { page } = await open(at().address);
    await enterByPage(page, at().address, 'olivia');
    const foreign = await page.context().newPage();
    // Another origin of the same site, so that not even SameSite helps: the identity provider of the demo.
    const provider = (await at().service.demo()).body.identity_provider.address as string;
    await foreign.goto(`${provider}/.well-known/openid-configuration`);
    const outcomes = await foreign.evaluate(async (target) => {
      const tried = ['refresh', 'logout'].map(async (step) => {
        const options = { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' } as const;
        const answer = await fetch(`${target}/api/auth/browser/${step}`, options).catch(() => null);
        return answer?.type ?? 'none';
      });
      return Promise.all(tried);
    }, at().address);
    for (const outcome of outcomes) expect(['opaque', 'none', 'error']).toContain(outcome);
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('changes the role in an invitation that is open, and declines one, which its sender sees', async () => {
    await inviteTo('ruth@outside.example');
    const link = await inviteTo('rolf@outside.example');
    const { page } = await open(at().address);
    await page.goto(link);
    await page.getByRole('button', { name: 'Decline the invitation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Decline the invitation' }).click();
    await page.getByText('You declined the invitation.').waitFor();
    expect(await keptIn(page)).toEqual([]);

    const owner = await open(at().address);
    await enterByPage(owner.page, at().address, 'olivia');
    await owner.page.goto(`${at().address}/organizations/1/invitations`);
    await owner.page.getByRole('row', { name: /rolf@outside\.example.*declined/ }).waitFor();
    await owner.page.getByRole('button', { name: 'Change the role: ruth@outside.example' }).click();
    await owner.page.getByRole('dialog').getByLabel('Role', { exact: true }).selectOption('editor');
    await owner.page.getByRole('button', { name: 'Send with this role' }).click();
    await owner.page.getByText('A new link is on its way to ruth@outside.example.').waitFor();
    await owner.page.getByRole('row', { name: /ruth@outside\.example.*editor/ }).waitFor();
    expect(owner.errors).toEqual([]);
  });

  it('joins by the link of a mailed invitation, whose token stands in no address that is asked for', async () => {
    const owner = await open(at().address);
    await enterByPage(owner.page, at().address, 'olivia');
    await owner.page.goto(`${at().address}/organizations/1/invitations`);
    await owner.page.getByRole('button', { name: 'Invite a person' }).click();
    await owner.page.getByLabel('E-mail address').fill('lena@outside.example');
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Send the invitation' }).click();
    await owner.page.getByText('The invitation to lena@outside.example is on its way.').waitFor();

    const link = await linkMailedTo('lena@outside.example');
    // Opened where another person is signed in: signing out keeps the link.
    await owner.page.goto(link);
    await owner.page.getByText('You are signed in as olivia').waitFor();
    await owner.page.getByRole('button', { name: 'Sign out and use another account' }).click();
    await owner.page.waitForURL((url) => url.pathname === '/signin');
    await signInBy(owner.page, 'vera');
    await owner.page.getByText('You are signed in as vera').waitFor();
    await owner.page.getByRole('button', { name: 'Sign out and use another account' }).click();
    await owner.page.waitForURL((url) => url.pathname === '/signin');
    await owner.page.goto(`${at().address}/invitations`);
    await owner.page.getByRole('button', { name: 'Create account and join' }).waitFor();
    await owner.page.reload();
    await owner.page.getByText('The invitation is for lena@outside.example.').waitFor();
    const { page, violations, errors } = await open(at().address);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
    await page.goto(link);
    await page.getByText('The invitation is for lena@outside.example.').waitFor();
    await page.getByLabel('Username').fill('lena');
    await page.getByLabel('Password', { exact: true }).fill('a boat for two on still water');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await page.getByText('You are now a member of “Delta Analytics”.').waitFor();
    expect(await keptIn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'lena' }).waitFor();
    // The same link again, pasted into a tab that shows the page already: only the fragment changes.
    const other = await page.context().newPage();
    await other.goto(`${at().address}/invitations`);
    await other.getByText('This page works only with the link from a mail.').waitFor();
    await other.evaluate((hash) => location.replace(hash), new URL(link).hash);
    await other.getByRole('link', { name: 'Continue' }).waitFor();
    expect(await other.evaluate(() => location.hash)).toBe('');
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? link;
    expect(asked.filter((path) => path.includes(token))).toEqual([]);
    expect([violations, errors]).toEqual([[], []]);
  });

  it('joins with the account that is signed in, and keeps no token of the mail', async () => {
    const { page, errors } = await open(at().address);
    const { accessToken: token } = await logIn(at().service.http, 'oscar');
    const { email } = (await at().service.http.get('/api/v1/me', { token })).body.data.user;
    await enterByPage(page, at().address, 'oscar');
    await page.goto(await inviteTo(email));
    await page.getByRole('button', { name: 'Join as oscar' }).click();
    await page.getByText('You are now a member of “Delta Analytics”.').waitFor();
    expect([await keptIn(page), errors]).toEqual([[], []]);
  });

  it.each([
    ['password-reset', null, 'This link is used or too old'],
    ['email-verification', 'Confirm the address', 'is not valid or has expired'],
    ['invitations', null, 'This invitation does not exist.'],
  ])('keeps no token that is dead, at /%s', async (door, button, sentence) => {
    const { page, errors } = await open(at().address);
    await page.goto(`${at().address}/${door}#token=${'A'.repeat(43)}`);
    if (button !== null) await page.getByRole('button', { name: button }).click();
    await page.getByText(sentence).waitFor();
    expect([await keptIn(page), errors]).toEqual([[], []]);
    if (door === 'password-reset') {
      await page.getByRole('button', { name: 'Ask for a new link' }).click();
      await page.getByRole('button', { name: 'Send me a link' }).waitFor();
    }
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText(sentence).count()).toBe(0);
  });

  it('keeps no token of a mail whose page the person has left', async () => {
    const { page, errors } = await open(at().address);
    await page.goto(`${at().address}/email-verification#token=${'A'.repeat(43)}`);
    await page.getByRole('button', { name: 'Confirm the address' }).waitFor();
    await page.goto(`${at().address}/invitations#token=${'A'.repeat(43)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await keptIn(page)).toContain('email-verification');
    await enterByPage(page, at().address, 'vera');
    expect([await keptIn(page), errors]).toEqual([[], []]);
  });

  it('leads a person on to the page that they wanted, whether they sign out at an identity provider or fail to sign in there', async () => {
    const { page } = await open(at().address);
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    await connectDemoProvider(at().service, token, 'oidc', async (url) => {
      await page.goto(url);
      await page.getByRole('button', { name: /^olivia@/ }).click();
      await page.waitForURL((url) => url.origin === at().address);
    });
    const link = await inviteTo('ole@outside.example');
    await page.goto(`${at().address}/signin`);
    await page.getByLabel('Username or e-mail address').fill('newcomer@delta.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Sign in with your organization' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('newcomer@delta.example');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.goto(link);
    await page.getByText('You are signed in as').waitFor();
    await page.getByRole('button', { name: 'Sign out and use another account' }).click();
    await page.getByRole('button', { name: /sign me out/ }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await signInBy(page, 'vera');
    await page.getByText('You are signed in as vera').waitFor();
  });

  it.each(['light', 'dark'] as const)('is clean for axe in %s, and fits into 320 pixels', async (scheme) => {
    const { page, violations } = await open(at().address, { colorScheme: scheme, viewport: { width: 320, height: 640 } });
    for (const path of ['/signin', '/password-reset', '/email-verification', '/invitations', '/signed-in', '/demo']) {
      await page.goto(at().address + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await faultsOf(page), await isTooWide(page)]).toEqual([path, [], false]);
    }
    await enterByPage(page, at().address, 'olivia');
    for (const path of ['/', '/account']) {
      await page.goto(at().address + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await faultsOf(page), await isTooWide(page)]).toEqual([path, [], false]);
    }
    expect(violations).toEqual([]);
  });

  it('costs at most 140 KiB until a person can sign in', async () => {
    const { page } = await open(at().address);
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.goto(`${at().address}/signin`);
    await page.getByLabel('Username or e-mail address').waitFor();
    await page.waitForLoadState('networkidle');
    // As over https, where browsers take Brotli.
    const sizes = files.map((path) => sizeOf(at().service.url, path, path === '/signin' ? 'text/html' : '*/*'));
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(140 * 1024);
  });

  it('speaks German to who wants it', async () => {
    const { page } = await open(at().address, { locale: 'de-AT' });
    await page.goto(`${at().address}/signin`);
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
