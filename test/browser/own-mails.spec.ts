import { describe, expect, it } from '@jest/globals';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('the language and time zone of mails, on the account page (needs Chromium)', () => {
  const at = workbench(browser());

  it('are at first those of the pages, and then what the person saves', async () => {
    const watched = await at().signedIn('vera', '/account', { timezoneId: 'Asia/Tokyo' });
    const { page } = watched;
    const [language, zone] = [page.getByLabel('Language', { exact: true }), page.getByLabel('Time zone')];
    await zone.waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll('select')].some(({ value }) => value === 'Asia/Tokyo'));
    await language.last().selectOption('de');
    await zone.selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Save for mails' }).click();
    await page.getByText('Saved. It applies from the next mail on.').waitFor();
    await page.reload();
    await zone.waitFor();
    expect([await language.last().inputValue(), await zone.inputValue()]).toEqual(['de', 'Europe/Berlin']);
    expectClean(watched);
  });
});
