import { plainMail } from '../support/plain-mail.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from '../../src/shared/ports/audit-trail.js';
import { type OpenStores, type Stores, type StoresUnderTest, type Written } from './stores.js';

const event = (action: string): AuditEvent => ({ action, outcome: 'success', actorUserId: null, detail: { reason: action } });

/** What keeps events, mails and jobs must do: they belong to the unit of work in which they come. */
export function writtenContract(name: string, open: OpenStores): void {
  describe(`${name} as the place for what a unit of work tells others`, () => {
    let subject: StoresUnderTest;
    let stores: Stores;
    let before: Written;
    beforeAll(async () => {
      subject = await open();
      stores = subject.stores;
      before = await stores.written();
    });
    afterAll(() => subject.close());

    /** What has come since the last look. */
    const news = async (): Promise<Written> => {
      const now = await stores.written();
      const { events, mails, jobs } = before;
      before = now;
      return { events: now.events.slice(events.length), mails: now.mails.slice(mails.length), jobs: now.jobs.slice(jobs.length) };
    };
    const tell = async (subjectLine: string): Promise<void> => {
      await stores.trail.record(event(subjectLine));
      await stores.mailer.send(plainMail({ to: 'ann@delta.example', subject: subjectLine, text: `About ${subjectLine}` }));
      await stores.jobs.enqueue('tell', { of: subjectLine });
    };

    it('keeps all of it, as it was given and in its order', async () => {
      await stores.unitOfWork.run(async () => {
        await tell('one');
        await stores.trail.recordAll([event('two'), event('three')]);
        await stores.mailer.send(
          plainMail({ to: 'bob@delta.example', subject: 'two', text: 'Zwei: äöü' }),
          plainMail({ to: 'cem@delta.example', subject: 'three', text: '' }),
        );
        await stores.jobs.enqueueAll('tell', [{ of: 'two' }, { of: 'three' }]);
      });
      expect(await news()).toEqual({
        events: ['one', 'two', 'three'].map((action) =>
          expect.objectContaining({ action, outcome: 'success', detail: { reason: action } }),
        ),
        mails: [
          { to: 'ann@delta.example', subject: 'one', text: 'About one\n' },
          { to: 'bob@delta.example', subject: 'two', text: 'Zwei: äöü\n' },
          { to: 'cem@delta.example', subject: 'three', text: '\n' },
        ],
        jobs: ['one', 'two', 'three'].map((of) => ({ name: 'tell', payload: { of } })),
      });
    });

    it('keeps nothing of a unit of work that fails', async () => {
      const failure = new Error('It fails.');
      const work = async (): Promise<void> => {
        await tell('never');
        throw failure;
      };
      await expect(stores.unitOfWork.run(work)).rejects.toBe(failure);
      expect(await news()).toEqual({ events: [], mails: [], jobs: [] });
    });

    it('shows nothing to others before the unit of work ends', async () => {
      await whileTold(
        stores,
        () => tell('later'),
        async () => expect(await news()).toEqual({ events: [], mails: [], jobs: [] }),
      );
      expect((await news()).jobs).toEqual([{ name: 'tell', payload: { of: 'later' } }]);
    });

    it('keeps at once what comes outside of one', async () => {
      await tell('at once');
      const { events, mails, jobs } = await news();
      expect([events.length, mails.length, jobs.length]).toEqual([1, 1, 1]);
    });
  });
}

/** Does `look` while a unit of work is open that has done `work`. */
async function whileTold({ unitOfWork }: Stores, work: () => Promise<void>, look: () => Promise<void>): Promise<void> {
  let isDone = (): void => undefined;
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (isDone = resolve));
  const mayEnd = new Promise<void>((resolve) => (end = resolve));
  const open = unitOfWork.run(async () => {
    await work();
    isDone();
    await mayEnd;
  });
  await done;
  await look().finally(end);
  await open;
}
