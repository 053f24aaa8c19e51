import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IconStore } from '../../src/prompt-templates/application/ports/template-icons.js';
import { newIconKey } from '../../src/prompt-templates/domain/icon-key.js';
import { Unavailable } from '../../src/shared/domain-error.js';
import { png, svg } from '../support/pictures.js';

export interface StoreUnderTest {
  readonly store: IconStore;
  readonly checksSignatures: boolean;
  /** What a link answers at a moment. */
  follow(link: string, at: Date): Promise<{ readonly status: number; readonly bytes: Buffer }>;
  /** The names of everything that lies there. */
  names(): Promise<string[]>;
  /** From now on nothing can be stored or read. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}

/** What every place for icons must do. */
export function iconStoreContract(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(`${name} as a place for icons`, () => {
    let subject: StoreUnderTest;
    beforeAll(async () => {
      subject = await start();
    });
    afterAll(() => subject.close());
    const stored = async (bytes = png(), type: 'image/png' | 'image/svg+xml' = 'image/png') => {
      const key = newIconKey(type);
      await subject.store.put(key, { type, bytes });
      return key;
    };
    const soon = () => new Date(Date.now() + 15 * 60_000);

    it('gives back what was put there, byte for byte', async () => {
      const bytes = png(16, 16, 200_000);
      const key = await stored(bytes);
      const found = await subject.store.get(key);
      expect(Buffer.from(found ?? []).equals(bytes)).toBe(true);
      expect(await subject.names()).toContain(key);
    });

    it('has nothing where nothing was put, or was removed, and removes twice without complaint', async () => {
      const key = await stored();
      expect(await subject.store.get(newIconKey('image/png'))).toBeNull();
      await subject.store.remove(key);
      await subject.store.remove(key);
      expect(await subject.store.get(key)).toBeNull();
      expect(await subject.names()).not.toContain(key);
    });

    it('leaves nothing half-written beside it, however many are put at once', async () => {
      const before = (await subject.names()).length;
      const keys = await Promise.all(Array.from({ length: 20 }, () => stored()));
      const names = await subject.names();
      expect(names).toHaveLength(before + 20);
      expect(keys.every((key) => names.includes(key))).toBe(true);
    });

    it('shows an icon to everyone who has the link', async () => {
      const link = await subject.store.linkTo(await stored(svg(), 'image/svg+xml'), soon());
      const { status, bytes } = await subject.follow(link, new Date());
      expect([status, bytes.equals(svg())]).toEqual([200, true]);
    });

    it('signs each link for its icon and its time, so that neither can be changed', async () => {
      const [key, other, until] = [await stored(), await stored(), soon()];
      const later = new Date(until.getTime() + 1000);
      const links = [
        await subject.store.linkTo(key, until),
        await subject.store.linkTo(other, until),
        await subject.store.linkTo(key, later),
      ];
      const signatures = links.map((link) => /signature=([\w-]{43,64})$|signature=([\w-]{64})&/i.exec(link)?.[0]);
      expect(new Set(signatures).size).toBe(3);
      expect(signatures).not.toContain(undefined);
      // The stand-in for S3 does not check signatures of version 4.
      if (!subject.checksSignatures) return;
      const link = links[0] ?? '';
      for (const forged of [link.replace(key, other), link.replace(/signature=./, 'signature=!')]) {
        expect((await subject.follow(forged, new Date())).status).toBe(403);
      }
    });

    it('makes the same link for the same icon and time', async () => {
      const [key, until] = [await stored(), soon()];
      expect(await subject.store.linkTo(key, until)).toBe(await subject.store.linkTo(key, until));
    });

    it('says only that it is unavailable when it is broken', async () => {
      const key = await stored();
      await subject.breakDown();
      await expect(subject.store.put(newIconKey('image/png'), { type: 'image/png', bytes: png() })).rejects.toThrow(Unavailable);
      await expect(subject.store.get(key)).rejects.toThrow(Unavailable);
    });
  });
}
