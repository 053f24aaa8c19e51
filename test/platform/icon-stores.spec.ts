import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { DirectoryIconStore } from '../../src/prompt-templates/adapters/icons/directory-icon-store.js';
import { S3IconStore } from '../../src/prompt-templates/adapters/icons/s3-icon-store.js';
import { SignedIconLinks } from '../../src/prompt-templates/adapters/icons/signed-icon-links.js';
import { OpenIconLink } from '../../src/prompt-templates/application/open-icon-link.js';
import { Forbidden } from '../../src/shared/domain-error.js';
import type { Config } from '../../src/platform/config/config.js';
import type { ApplicationSecrets } from '../../src/platform/crypto/application-secrets.js';
import { iconStoreContract } from '../contracts/icon-store.contract.js';

const BUCKET = 'icons';

iconStoreContract('a directory', async () => {
  const home = await mkdtemp(join(tmpdir(), 'headgate-icons-'));
  const directory = join(home, 'icons');
  const secrets = { value: () => Promise.resolve(Buffer.alloc(32, 7)) } as unknown as ApplicationSecrets;
  const links = new SignedIconLinks({ http: { publicUrl: 'http://headgate.test' } } as Config, secrets);
  const store = new DirectoryIconStore(directory, links);
  return {
    store,
    checksSignatures: true,
    follow: async (link, at) => {
      const url = new URL(link);
      const [key, expires] = [url.pathname.replace('/icons/', ''), Number(url.searchParams.get('expires'))];
      const open = new OpenIconLink(links, store, { now: () => at });
      try {
        const { bytes } = await open.execute(key, expires, url.searchParams.get('signature') ?? '');
        return { status: 200, bytes: Buffer.from(bytes) };
      } catch (error) {
        if (error instanceof Forbidden) return { status: 403, bytes: Buffer.alloc(0) };
        throw error;
      }
    },
    names: () => readdir(directory),
    // Permissions do not stop root, but a file in the place of a directory does.
    breakDown: async () => {
      await rm(directory, { recursive: true });
      await writeFile(directory, '');
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
});

iconStoreContract('a bucket that speaks S3', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'headgate-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  const store = new S3IconStore({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: 'us-east-1',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  });
  return {
    store,
    checksSignatures: false,
    follow: async (link) => {
      const response = await fetch(link);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    },
    names: async () =>
      (await readdir(join(directory, BUCKET)))
        .filter((name) => name.endsWith('_object'))
        .map((name) => name.replace('._S3rver_object', '')),
    breakDown: close,
    close: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
});
