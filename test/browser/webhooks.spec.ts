import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultsOf, isTooWide } from '../support/pages.js';
import { TestReceiver } from '../support/webhook-receiver.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const WEBHOOKS = '/organizations/1/webhooks';

(hasChromium ? describe : describe.skip)('webhooks in a browser (needs Chromium)', () => {
  const at = workbench(browser());
  let receiver: TestReceiver;
  beforeAll(async () => {
    receiver = await TestReceiver.start();
  });
  afterAll(() => receiver.close());

  it('are made, tested, paused, given a new secret and deleted by clicks, with the secret shown once', async () => {
    const watched = await at().signedIn('olivia', '/');
    const { page } = watched;
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Name', { exact: true }).fill('SIEM');
    await page.getByLabel('Address').fill('ftp://receiver.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Send an address such as').waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Events').fill('member.*\nrole.updated');
    await page.getByRole('button', { name: 'Save' }).click();
    const secret = page.getByTestId('secret');
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('table', { name: 'Webhooks' }).getByText('Running').waitFor();
    await page.getByRole('link', { name: 'SIEM' }).click();
    await page.getByText('member.*, role.updated').waitFor();
    receiver.answer = () => ({ status: 401 });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('answered 401').waitFor();
    receiver.answer = () => ({ status: 204 });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(receiver.taken().map(({ body }) => body.type)).toEqual(['test', 'test']);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('A person has paused it.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('A person has paused it.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await secret.waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Data lake');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Data lake' }).waitFor();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await faultsOf(page), await isTooWide(page)]).toEqual([width, [], false]);
    }
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Events are sent nowhere').waitFor();
    expectClean(watched);
  });

  it('show an event that is not taken, and leave it out when a person says so', async () => {
    const watched = await at().signedIn('olivia', WEBHOOKS);
    const { page } = watched;
    const { service, token } = at();
    const made = await service.http.post(`/api/v1${WEBHOOKS}`, { name: 'Stuck', url: receiver.url, actions: [] }, { token });
    const { id } = made.body.data.webhook;
    receiver.answer = () => ({ status: 400 });
    await at().runJob('audit.seal');
    await at().runJob('webhooks.deliver');
    const event = receiver.taken()[0]?.body.data.id;
    await page.goto(`${at().address}${WEBHOOKS}/${id}`);
    await page.getByText('The receiver has not taken an event since').waitFor();
    await page.getByRole('button', { name: `Set event ${event} aside` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Set event ${event} aside` })
      .click();
    await page.getByText('Set aside', { exact: true }).waitFor();
    receiver.answer = () => ({ status: 204 });
    await page
      .getByRole('button', { name: `Send event ${event} again` })
      .first()
      .click();
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(receiver.taken().map(({ headers }) => headers['webhook-id'])).toContain(`evt_${event}`);
    await page.getByLabel('Since').fill('2026-11-02');
    await page.getByRole('button', { name: 'Send again from this day' }).click();
    await page.getByText(/^Events since .*2026 are sent again\.$/).waitFor();
    expect(await page.getByLabel('Since').inputValue()).toBe('');
    expectClean(watched);
  });
});
