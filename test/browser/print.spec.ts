import { describe, expect, it } from '@jest/globals';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

/** Pixels of CSS that A4 holds between its margins. */
const PAPER = { width: 718, height: 1_000 };
/** Browsers print what is a little wider in smaller letters. */
const WIDEST = 1.2 * PAPER.width;

(hasChromium ? describe : describe.skip)('what pages look like on paper (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  it('is all there, without menus and searches', async () => {
    const watched = await at().signedIn('olivia', '/account');
    const { page } = watched;
    for (const [path, ready] of [
      ['/account', 'Sessions'],
      ['/organizations/1/members', 'Members'],
      ['/organizations/1/audit', 'Audit'],
      ['/organizations/1/provisioning', 'Provisioning'],
      [`/data-sources/${at().source}/schema?schema=public&table=rivers`, 'public.rivers'],
      ['/help/scim', 'SCIM 2.0'],
    ] as const) {
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize({ width: 1_280, height: 900 });
      await page.goto(`${at().address}${path}`);
      await page.getByRole('heading', { name: ready, exact: true }).first().waitFor();
      await page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'detached' });
      expect([path, await page.getByRole('navigation').count()]).not.toEqual([path, 0]);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(PAPER);
      const seen = ['navigation', 'searchbox', 'search'] as const;
      const counts = await Promise.all(seen.map((role) => page.getByRole(role).count()));
      expect([path, ...counts]).toEqual([path, 0, 0, 0]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(WIDEST);
    }
    expectClean(watched);
  });
});
