import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AllowedNetworks } from '../../src/platform/network/allowed-networks.js';
import { hostOf } from '../../src/platform/network/host-literal.js';
import { HostResolver, SystemResolver } from '../../src/platform/network/host-resolver.js';
import { OwnServer } from '../../src/data-sources/adapters/network/own-server.js';
import { SourceFiles } from '../../src/data-sources/adapters/network/source-files.js';
import { VettedTargets } from '../../src/data-sources/adapters/network/vetted-targets.js';
import { DataSources } from '../../src/data-sources/application/ports/data-sources.js';
import type { DataSource } from '../../src/data-sources/domain/data-source.js';
import type { ServerConnection } from '../../src/engines/catalog-reader/target.js';
import { Unavailable } from '../../src/shared/domain-error.js';
import { shareData } from '../../src/data-sources/domain/same-data.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { OwnDatabase } from '../../src/platform/database/own-database.js';
import { selfSigned } from '../support/self-signed.js';
import { anyCharacter } from '../support/any-character.js';

/** The name servers of an attacker: each name has the addresses that the test says. */
class Names extends HostResolver {
  asked = 0;
  readonly known: Record<string, readonly string[]>;
  constructor(names: Readonly<Record<string, readonly string[]>>) {
    super();
    this.known = { ...names };
  }
  addressesOf(name: string): Promise<readonly string[]> {
    this.asked += 1;
    return Promise.resolve(this.known[name] ?? []);
  }
}

const NAMES = {
  'db.example': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'two-faced.example': ['93.184.216.34', '127.0.0.1'],
  'mapped.example': ['::ffff:10.0.0.5'],
  'metadata.example': ['169.254.169.254'],
  'zone.example': ['fe80::1%eth0'],
  'again.example': ['93.184.216.34', '93.184.216.34'],
  localhost: ['127.0.0.1', '::1'],
  'own.example': ['127.0.0.3'],
};

const SERVER: ServerConnection = {
  host: 'db.example',
  port: 5432,
  database: 'warehouse',
  username: 'reader',
  tls: { mode: 'verify-full', ca: null },
};

interface Setting {
  readonly networks?: string;
  readonly ownUrl?: string;
  readonly demo?: boolean;
  readonly files?: string;
}

function targetsOf({ networks, ownUrl = 'postgres://headgate:x@10.9.9.9/headgate', demo, files }: Setting = {}) {
  const config = loadConfig({
    DATABASE_URL: ownUrl,
    ...(networks !== undefined && { DATA_SOURCE_NETWORKS: networks }),
    ...(files !== undefined && { DATA_SOURCE_FILES_DIR: files }),
    HEADGATE_DEMO: String(demo ?? false),
  });
  const names = new Names(NAMES);
  const passwords = { passwordOf: () => Promise.resolve('secret') } as unknown as DataSources;
  const own = new OwnServer(new OwnDatabase(ownUrl), names);
  return { targets: new VettedTargets(config, passwords, names, own, new SourceFiles(config)), names };
}

function sourceAt(connection: Partial<ServerConnection> | { file: string }, engine: DataSource['engine'] = 'postgresql') {
  const at = new Date(0);
  return {
    id: 1,
    organizationId: 1,
    workspaceId: null,
    name: 'Source',
    engine,
    connection: 'file' in connection ? connection : { ...SERVER, ...connection },
    hasPassword: true,
    labels: [],
    closed: null,
    failingSince: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  } satisfies DataSource;
}

const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'allowed',
    (error: { code?: string }) => error.code ?? error,
  );

describe('which data a source reads', () => {
  const keysOf = async (connection: Parameters<typeof sourceAt>[0], engine: DataSource['engine'] = 'postgresql') => {
    const { targets } = targetsOf({ networks: 'public,private,loopback', demo: true });
    return targets.dataKeysOf(sourceAt(connection, engine));
  };
  const isSame = async (...[one, other]: (readonly [Parameters<typeof sourceAt>[0], DataSource['engine']?])[]) => {
    if (one === undefined || other === undefined) return undefined;
    return shareData((await keysOf(...one)).keys, (await keysOf(...other)).keys);
  };

  it.each<[Partial<ServerConnection>, Partial<ServerConnection>]>([
    [{}, { username: 'another', tls: { mode: 'disable', ca: null } }],
    [{ host: 'DB.Example.' }, { host: 'db.example' }],
    // Names of one server, and its addresses.
    [{ host: 'db.example' }, { host: '93.184.216.34' }],
    [{ host: 'db.example' }, { host: '[2606:2800:220:1:248:1893:25C8:1946]' }],
    [{ host: 'db.example' }, { host: 'again.example' }],
    [{ host: 'mapped.example' }, { host: '10.0.0.5' }],
    [{ host: '::ffff:10.0.0.5' }, { host: '0xa.5' }],
    [{ host: 'localhost' }, { host: '127.0.0.1' }],
    [{ host: '::1' }, { host: '127.9.9.9' }],
    [{ host: 'own.example' }, { host: 'localhost' }],
    [{ host: 'gone.example' }, { host: 'GONE.example' }],
    [{ database: 'd'.repeat(63) }, { database: 'd'.repeat(70) }],
  ])('is the same at %j and %j', async (one, other) => {
    expect(await isSame([one], [other])).toBe(true);
  });

  it.each<[Partial<ServerConnection>, Partial<ServerConnection>]>([
    [{ database: 'one' }, { database: 'other' }],
    [{ database: 'one' }, { database: 'ONE' }],
    [{ port: 5432 }, { port: 5433 }],
    [{ host: 'db.example' }, { host: 'mapped.example' }],
    [{ host: 'gone.example' }, { host: 'lost.example' }],
  ])('is not the same at %j and %j', async (one, other) => {
    expect(await isSame([one], [other])).toBe(false);
  });

  it('is all of a server for MySQL, which reads across databases, and none of another engine', async () => {
    const [one, other] = [{ database: 'one' }, { database: 'other' }];
    expect(await isSame([one, 'mysql'], [other, 'mysql'])).toBe(true);
    expect(await isSame([one, 'mysql'], [one, 'postgresql'])).toBe(false);
  });

  it.each<[Parameters<typeof sourceAt>[0], DataSource['engine'], boolean]>([
    [{ host: 'db.example' }, 'postgresql', true],
    [{ host: 'gone.example' }, 'postgresql', false],
    // Nobody needs to be asked where an address is, and nothing is read from metadata.
    [{ host: '10.0.0.5' }, 'postgresql', true],
    [{ host: 'metadata.google.internal' }, 'mysql', true],
    [{ file: 'gone.db' }, 'sqlite', false],
  ])('at %j of %s is found: %s', async (connection, engine, isFound) => {
    expect(await keysOf(connection, engine)).toMatchObject({ isFound });
  });

  it('is known by all addresses of a name, also by those that are not allowed', async () => {
    const { targets } = targetsOf({ networks: 'public' });
    const both = await targets.dataKeysOf(sourceAt({ host: 'two-faced.example' }));
    const one = await targets.dataKeysOf(sourceAt({ host: '93.184.216.34' }));
    expect(shareData(both.keys, one.keys)).toBe(true);
  });

  it('is known by what is written alone while no name server can be asked', async () => {
    const { targets, names } = targetsOf();
    names.addressesOf = () => Promise.reject(new Unavailable());
    expect(await targets.dataKeysOf(sourceAt({}))).toEqual({ ...targets.writtenKeysOf(sourceAt({})), isFound: false });
  });

  it('is the same for the sample database of the demo by its name and at its address', async () => {
    const { targets } = targetsOf({
      networks: 'loopback',
      demo: true,
      ownUrl: 'postgres://headgate:x@127.0.0.1:6000/headgate',
    });
    const sample = await targets.dataKeysOf(sourceAt({ host: 'headgate-sample', database: 'headgate_rivers' }));
    const there = await targets.dataKeysOf(sourceAt({ host: 'localhost', port: 6000, database: 'headgate_rivers' }));
    expect(shareData(sample.keys, there.keys)).toBe(true);
  });
});

describe('a host', () => {
  it.each([
    ['DB.Example', 'db.example'],
    ['db.example.', 'db.example'],
    ['db', 'db'],
    ['my_db', 'my_db'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['ｄｂ.example', 'db.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['１２７.0.0.1', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['FE80::1', 'fe80::1'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
  ])('written %s is %s', (text, canonical) => {
    const host = hostOf(text);
    expect(host?.kind === 'name' ? host.name : host?.address).toBe(canonical);
  });

  it.each([
    '',
    '.',
    '..',
    ' ',
    'a b',
    'a\nb',
    'a\0b',
    '/var/run/postgresql',
    '\\\\host\\pipe',
    'user@host',
    'user:pw@host',
    'host:5432',
    'host/db',
    'host?host=127.0.0.1',
    'host#x',
    'host%00',
    '%31%32%37.0.0.1',
    '[::1',
    '[127.0.0.1]',
    '[[::1]]',
    'fe80::1%eth0',
    'fe80::1%25eth0',
    '::1::',
    '1.2.3.4.5',
    '256.0.0.1',
    '0x1ffffffff',
    '-db.example',
    'db-.example',
    'a..b',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}aa`,
    '\u202edb.example',
    '\ud800.example',
    'a,b',
  ])('written %j is none', (text) => {
    expect(hostOf(text)).toBeUndefined();
  });

  it('is the same address however its 32 bits are written', () => {
    const networks = new AllowedNetworks(['public']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (bits) => {
        const plain = [bits >>> 24, (bits >>> 16) & 0xff, (bits >>> 8) & 0xff, bits & 0xff].join('.');
        const low = (bits & 0xffff).toString(16);
        const high = (bits >>> 16).toString(16);
        const spellings = [plain, String(bits), `0x${bits.toString(16)}`, `0${bits.toString(8)}`, `${plain}.`];
        for (const spelling of spellings) expect(hostOf(spelling)).toMatchObject({ kind: 'address', address: plain });
        const judged = networks.allows(plain);
        for (const v6 of [`::ffff:${plain}`, `::ffff:0:${plain}`, `64:ff9b::${plain}`, `2002:${high}:${low}::1`]) {
          const host = hostOf(v6);
          expect([v6, host?.kind === 'address' && networks.allows(host.address)]).toEqual([v6, judged]);
        }
      }),
    );
  });

  it('never leads anywhere by a text of any kind but an address or a name without special characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        const host = hostOf(text);
        if (host?.kind === 'name') expect(host.name).toMatch(/^[a-z0-9._-]+$/);
        if (host?.kind === 'address' && host.family === 'ipv4') expect(isIPv4(host.address)).toBe(true);
      }),
    );
  });
});

describe('the allowed networks', () => {
  const SPECIAL = [
    '0.0.0.0',
    '0.1.2.3',
    '169.254.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '2001:db8::1',
    '2001:2::1',
    '3fff::1',
    '100::1',
    '64:ff9b:1::a00:1',
    '::ffff:169.254.169.254',
    '::ffff:0:169.254.169.254',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
    // Teredo: server 169.254.169.254, and client 169.254.169.254 with its bits turned round.
    '2001:0:a9fe:a9fe:0:0:a2fd:c3c8',
    '2001:0:5db8:d822:0:0:5601:5601',
  ];
  const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'];
  const PRIVATE = [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.255.255',
    'fd12::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '2002:c0a8:101::1',
  ];
  const PUBLIC = [
    '93.184.216.34',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:220:1::1',
    '::ffff:8.8.8.8',
    '2002:808:808::1',
    '64:ff9b::808:808',
  ];
  const NOBODYS = ['4000::1', '1::1', 'e000::1'];

  const allowedBy = (words: string[], address: string): boolean => {
    const host = hostOf(address);
    if (host?.kind !== 'address') throw new Error(`${address} is no address`);
    return new AllowedNetworks(words).allows(host.address);
  };

  it.each([
    [['public'], PUBLIC, [...LOOPBACK, ...PRIVATE]],
    [['private'], PRIVATE, [...LOOPBACK, ...PUBLIC]],
    [['loopback'], LOOPBACK, [...PRIVATE, ...PUBLIC]],
    [['public', 'private', 'loopback'], [...PUBLIC, ...PRIVATE, ...LOOPBACK], []],
    [['10.0.0.0/8'], ['10.1.2.3', '::ffff:10.1.2.3'], [...PUBLIC, ...LOOPBACK, '192.168.1.1']],
    [['192.168.1.5'], ['192.168.1.5'], ['192.168.1.6']],
    [['fd12::/16'], ['fd12:1::1'], ['fd13::1']],
    [[], [], [...PUBLIC, ...PRIVATE, ...LOOPBACK]],
  ])('%j let through what they name and nothing else, special addresses never', (words, through, refused) => {
    for (const address of through) expect([address, allowedBy(words, address)]).toEqual([address, true]);
    for (const address of [...refused, ...SPECIAL, ...NOBODYS]) expect([address, allowedBy(words, address)]).toEqual([address, false]);
  });

  it('let a special address through only by a network that begins among special ones', () => {
    expect(allowedBy(['169.254.7.0/24'], '169.254.7.9')).toBe(true);
    expect(allowedBy(['169.254.7.0/24'], '169.254.169.254')).toBe(false);
    expect(allowedBy(['100.0.0.0/8'], '100.100.100.200')).toBe(false);
    expect(allowedBy(['192.0.0.0/8'], '192.0.5.1')).toBe(true);
    expect(allowedBy(['fd00::/8'], 'fd00:ec2::254')).toBe(false);
  });
});

describe('the target of a data source', () => {
  it('is pinned to the addresses that were judged, each once, with the name for the certificate', async () => {
    const { targets, names } = targetsOf();
    expect(await targets.locate(sourceAt({ host: 'DB.example.' }))).toEqual({
      engine: 'postgresql',
      server: {
        port: 5432,
        database: 'warehouse',
        username: 'reader',
        password: 'secret',
        tls: SERVER.tls,
        name: 'db.example',
        addresses: NAMES['db.example'],
      },
    });
    expect(names.asked).toBe(1);
    expect(await targets.locate(sourceAt({ host: 'again.example' }))).toMatchObject({
      server: { addresses: ['93.184.216.34'] },
    });
  });

  it.each([
    ['two-faced.example', 'HOST_NOT_ALLOWED'],
    ['mapped.example', 'HOST_NOT_ALLOWED'],
    ['metadata.example', 'HOST_NOT_ALLOWED'],
    ['zone.example', 'HOST_NOT_ALLOWED'],
    ['localhost', 'HOST_NOT_ALLOWED'],
    ['0x7f.1', 'HOST_NOT_ALLOWED'],
    ['metadata.google.internal', 'HOST_NOT_ALLOWED'],
    ['METADATA.google.internal.', 'HOST_NOT_ALLOWED'],
    ['/tmp', 'HOST_NOT_ALLOWED'],
    ['no-such-name.example', 'DATA_SOURCE_UNREACHABLE'],
    ['db.example', 'allowed'],
  ])('at %s is %s on the public network', async (host, expected) => {
    expect(await outcome(targetsOf().targets.locate(sourceAt({ host })))).toBe(expected);
  });

  it.each([
    ['169.254.169.254', 'HOST_NOT_ALLOWED'],
    ['2130706433', 'HOST_NOT_ALLOWED'],
    ['[::1]', 'HOST_NOT_ALLOWED'],
    ['metadata', 'HOST_NOT_ALLOWED'],
    ['host?host=127.0.0.1', 'VALIDATION_FAILED'],
    ['/var/run/postgresql', 'VALIDATION_FAILED'],
    ['db.example', 'allowed'],
    ['localhost', 'allowed'],
  ])('at %s is %s when it is stored: names are judged when they are used', async (host, expected) => {
    const { targets } = targetsOf();
    expect(await outcome((async () => targets.assertAllowed(sourceAt({ host })))())).toBe(expected);
  });

  describe('on the server of the service itself', () => {
    const ownUrl = 'postgres://headgate:pw@127.0.0.1:5433/headgate';
    const [other] = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    const here = other?.address ?? '127.0.0.9';
    const everywhere = { networks: `public,private,loopback,${here}`, ownUrl };

    it.each([
      ['127.0.0.1', 'headgate', 'reader', 'HOST_NOT_ALLOWED'],
      ['localhost', 'headgate', 'reader', 'HOST_NOT_ALLOWED'],
      ['::1', 'headgate', 'reader', 'HOST_NOT_ALLOWED'],
      ['::ffff:127.0.0.1', 'headgate', 'reader', 'HOST_NOT_ALLOWED'],
      ['127.0.0.2', 'headgate', 'reader', 'HOST_NOT_ALLOWED'],
      ['own.example', 'headgate', 'reader', 'HOST_NOT_ALLOWED'],
      [here, 'headgate', 'reader', 'HOST_NOT_ALLOWED'],
      ['127.0.0.1', 'template1', 'headgate', 'HOST_NOT_ALLOWED'],
      ['127.0.0.1', 'postgres', 'headgate', 'HOST_NOT_ALLOWED'],
      ['127.0.0.1', 'postgres', 'reader', 'allowed'],
      ['127.0.0.1', 'warehouse', 'headgate', 'HOST_NOT_ALLOWED'],
      ['127.0.0.1', 'warehouse', 'reader', 'allowed'],
      ['db.example', 'headgate', 'reader', 'allowed'],
    ])('%s, database %s as %s is %s', async (host, database, username, expected) => {
      const { targets } = targetsOf(everywhere);
      const source = sourceAt({ host, port: 5433, database, username });
      expect(await outcome(targets.locate(source))).toBe(expected);
      const elsewhere = sourceAt({ host, port: 5434, database, username });
      expect(await outcome(targets.locate(elsewhere))).toBe('allowed');
    });

    it('is recognised through the name that the service is configured with, and by a name that PostgreSQL would cut', async () => {
      const long = 'x'.repeat(63);
      const { targets } = targetsOf({
        networks: 'public',
        ownUrl: `postgres://headgate:pw@db.example/${long}?sslmode=require`,
      });
      for (const host of ['93.184.216.34', 'db.example', '2606:2800:220:1:248:1893:25c8:1946'])
        for (const database of [long, `${long}yz`])
          expect(await outcome(targets.locate(sourceAt({ host, database })))).toBe('HOST_NOT_ALLOWED');
    });

    it('counts as anywhere until its address is known, and keeps its last known address', async () => {
      const { targets, names } = targetsOf({ ownUrl: 'postgres://headgate:pw@silent.example/headgate' });
      const ours = sourceAt({ host: '93.184.216.34', database: 'headgate' });
      const theirs = sourceAt({ host: '8.8.8.8', database: 'headgate' });
      expect(await outcome(targets.locate(ours))).toBe('HOST_NOT_ALLOWED');
      expect(await outcome(targets.locate(theirs))).toBe('HOST_NOT_ALLOWED');
      expect(await outcome(targets.locate(sourceAt({ host: '93.184.216.34' })))).toBe('allowed');
      names.known['silent.example'] = ['93.184.216.34'];
      expect(await outcome(targets.locate(theirs))).toBe('allowed');
      delete names.known['silent.example'];
      expect(await outcome(targets.locate(ours))).toBe('HOST_NOT_ALLOWED');
      expect(await outcome(targets.locate(theirs))).toBe('allowed');
    });
  });

  describe('by the name of the sample', () => {
    const sample = { host: 'headgate-sample', port: 1, database: 'headgate_rivers' };

    it('is our own server, and there the sample database alone, while there is a demo', async () => {
      const { targets } = targetsOf({ demo: true, ownUrl: 'postgres://headgate:pw@127.0.0.1:5433/headgate' });
      expect(await targets.locate(sourceAt(sample))).toMatchObject({
        server: { name: '127.0.0.1', addresses: ['127.0.0.1'], port: 5433, database: 'headgate_rivers' },
      });
      for (const database of ['headgate', 'postgres', 'template1', 'HEADGATE_RIVERS', ''])
        expect(await outcome(targets.locate(sourceAt({ ...sample, database })))).toBe('HOST_NOT_ALLOWED');
      expect(await outcome(targets.locate(sourceAt(sample, 'mysql')))).toBe('HOST_NOT_ALLOWED');
      expect(await outcome(targets.locate(sourceAt({ ...sample, username: 'headgate' })))).toBe('HOST_NOT_ALLOWED');
    });

    it('shows our own server the certificate that the service shows it', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'own-certificate-'));
      const ours = selfSigned('headgate');
      for (const [name, text] of Object.entries(ours)) await writeFile(join(directory, name), text, { mode: 0o600 });
      const file = (name: string): string => encodeURIComponent(join(directory, name));
      const tls = `sslmode=verify-full&sslrootcert=${file('cert')}&sslcert=${file('cert')}&sslkey=${file('key')}`;
      const { targets } = targetsOf({ demo: true, ownUrl: `postgres://headgate:pw@127.0.0.1:5433/headgate?${tls}` });
      expect(await targets.locate(sourceAt(sample))).toMatchObject({
        server: { tls: { mode: 'verify-full', ca: ours.cert, cert: ours.cert, key: ours.key } },
      });
      await rm(directory, { recursive: true });
    });

    it('is refused without a demo, whatever the name may resolve to', async () => {
      const { targets } = targetsOf();
      expect(await outcome(targets.locate(sourceAt(sample)))).toBe('HOST_NOT_ALLOWED');
      expect(await outcome(targets.locate(sourceAt({ ...sample, host: 'Headgate-Sample.' })))).toBe('HOST_NOT_ALLOWED');
    });
  });
});

describe('a file', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'headgate-files-'));
    await mkdir(join(directory, '1', 'deep'), { recursive: true });
    await mkdir(join(directory, '2'));
    await mkdir(join(directory, '11'));
    for (const file of ['1/rivers.db', '1/deep/ünï "quoted".db', '2/theirs.db', '11/theirs.db', 'outside.db'])
      await writeFile(join(directory, file), '');
    await symlink(join(directory, '2', 'theirs.db'), join(directory, '1', 'link.db'));
    await symlink(join(directory, '11'), join(directory, '1', 'eleven'));
    await symlink('rivers.db', join(directory, '1', 'inside.db'));
    await symlink('/dev/zero', join(directory, '1', 'zero.db'));
    await symlink('loop.db', join(directory, '1', 'loop.db'));
    execFileSync('mkfifo', [join(directory, '1', 'fifo.db')]);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each([
    ['rivers.db', 'allowed', 'allowed'],
    ['inside.db', 'allowed', 'allowed'],
    ['missing.db', 'DATA_SOURCE_UNREACHABLE', 'allowed'],
    ['rivers.db/x', 'DATA_SOURCE_UNREACHABLE', 'allowed'],
    ['loop.db', 'DATA_SOURCE_UNREACHABLE', 'allowed'],
    ['link.db', 'HOST_NOT_ALLOWED', 'allowed'],
    ['eleven/theirs.db', 'HOST_NOT_ALLOWED', 'allowed'],
    ['zero.db', 'HOST_NOT_ALLOWED', 'allowed'],
    ['fifo.db', 'DATA_SOURCE_UNREACHABLE', 'allowed'],
    ['deep', 'DATA_SOURCE_UNREACHABLE', 'allowed'],
    ['../2/theirs.db', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['deep/../../outside.db', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['/etc/passwd', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['./rivers.db', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['..\\outside.db', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['C:rivers.db', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['file:rivers.db?mode=rw', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['rivers.db\0', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['a\nb.db', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    ['deep//x', 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
    [`${'a/'.repeat(250)}a`, 'HOST_NOT_ALLOWED', 'VALIDATION_FAILED'],
  ])('%j is %s when it is opened, %s when it is stored', async (file, opened, stored) => {
    const { targets } = targetsOf({ files: directory });
    const source = sourceAt({ file }, 'sqlite');
    expect(await outcome(targets.locate(source))).toBe(opened);
    expect(await outcome((async () => targets.assertAllowed(source))())).toBe(stored);
  });

  it('of an organization without a directory is not there', async () => {
    const { targets } = targetsOf({ files: directory });
    const source = { ...sourceAt({ file: 'rivers.db' }, 'sqlite'), organizationId: 3 };
    expect(await outcome(targets.locate(source))).toBe('DATA_SOURCE_UNREACHABLE');
  });
});

describe('the resolver of the system', () => {
  it('answers all addresses of a name, and none for an unknown name', async () => {
    const resolver = new SystemResolver();
    expect(await resolver.addressesOf('localhost', 'one')).toContain('127.0.0.1');
    expect(await resolver.addressesOf('no-such-name.invalid', 'one')).toEqual([]);
  });

  it('looks up two names at a time for one organization, so that names that never answer hold up no other', async () => {
    const answers = new Map<string, () => void>();
    const asked: string[] = [];
    class HangingResolver extends SystemResolver {
      protected override lookUp(name: string) {
        asked.push(name);
        return new Promise<{ address: string; family: number }[]>((resolve) => {
          answers.set(name, () => resolve([{ address: '192.0.2.1', family: 4 }]));
        });
      }
    }
    const resolver = new HangingResolver();
    const hanging = ['a.example', 'b.example', 'c.example'].map((name) => resolver.addressesOf(name, 'organization 1'));
    const own = resolver.addressesOf('own.example', 'own database');
    await setImmediate();
    expect(asked).toEqual(['a.example', 'b.example', 'own.example']);
    answers.get('own.example')?.();
    expect(await own).toEqual(['192.0.2.1']);
    answers.get('a.example')?.();
    await hanging[0];
    answers.get('b.example')?.();
    await hanging[1];
    answers.get('c.example')?.();
    await hanging[2];
    expect(asked).toEqual(['a.example', 'b.example', 'own.example', 'c.example']);
  });

  it('finds the other names of an organization while one never answers, however often that one is asked for', async () => {
    const asked: string[] = [];
    class HalfDeadResolver extends SystemResolver {
      protected override lookUp(name: string) {
        asked.push(name);
        if (name === 'dead.example') return new Promise<never>(() => undefined);
        return Promise.resolve([{ address: '192.0.2.2', family: 4 }]);
      }
    }
    const resolver = new HalfDeadResolver();
    const dead = Array.from({ length: 10 }, () => resolver.addressesOf('dead.example', 'organization 1'));
    expect(await resolver.addressesOf('live.example', 'organization 1')).toEqual(['192.0.2.2']);
    expect(asked).toEqual(['dead.example', 'live.example']);
    expect(dead).toHaveLength(10);
  });
});
