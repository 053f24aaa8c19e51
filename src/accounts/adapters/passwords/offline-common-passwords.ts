import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { CommonPasswords } from '../../application/ports/password-hasher.js';
import { KNOWN_PHRASES } from './known-phrases.js';

type LanguagePackage = typeof import('@zxcvbn-ts/language-common');

const require = createRequire(import.meta.url);

/**
 * The fifty thousand passwords of zxcvbn's dictionary, which were counted in published leaks, and phrases too long for
 * it. Loaded with the first check and not at the start: most processes never see a new password.
 */
@Injectable()
export class OfflineCommonPasswords extends CommonPasswords {
  private entries: ReadonlySet<string> | undefined;

  includes(candidate: string): boolean {
    this.entries ??= load();
    return this.entries.has(candidate.toLowerCase());
  }
}

function load(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as LanguagePackage;
  return new Set([...dictionary['passwords-common'], ...KNOWN_PHRASES.map((phrase) => phrase.replaceAll(' ', ''))]);
}
