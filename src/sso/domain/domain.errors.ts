import { DomainError } from '../../shared/domain-error.js';
import type { DnsFinding } from './claimed-domain.js';
import { type Sentence, say } from '../../shared/sentence.js';

const MOST_SHOWN = 10;
const LONGEST_SHOWN = 200;

export class DomainClaimed extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization has already claimed this domain.');
  }
}

export class TooManyDomains extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', say('An organization can claim at most {most} domains. Release one first.', { most }));
  }
}

/** Another organization has shown it; the caller who learns this has shown it as well. */
export class DomainTaken extends DomainError {
  constructor() {
    super(
      'conflict',
      'DOMAIN_TAKEN',
      'Another organization has verified this domain. Its administrators got a mail; ask them to release it.',
    );
  }
}

/** Then people who are not linked yet could not come in: their password opens nothing, and the provider would not be believed. */
export class DomainRequired extends DomainError {
  /** @param unlinked how many members need it; `null` for the only verified one */
  constructor(unlinked: number | null) {
    super(
      'conflict',
      'DOMAIN_REQUIRED',
      unlinked === null
        ? 'The organization requires single sign-on, and this is its only verified domain. Verify another domain, or lift the requirement first.'
        : say(
            'The organization requires single sign-on, and members with addresses in this domain are not linked yet ({unlinked}). Ask them to log in through the provider once, or lift the requirement first.',
            { unlinked },
          ),
    );
  }
}

export class DomainNotVerified extends DomainError {
  constructor(finding: DnsFinding) {
    super('conflict', 'DOMAIN_NOT_VERIFIED', sentenceOf(finding), undefined, { found: foundIn(finding) });
  }
}

function sentenceOf(finding: DnsFinding): Sentence {
  switch (finding.kind) {
    case 'texts':
      return 'The TXT records at this name do not have the required value. Set the record that you were given.';
    case 'alias':
      return 'This name is an alias (CNAME), which Headgate does not follow. Set the TXT record at the name itself.';
    case 'absent':
      return 'This name has no TXT record yet. Set it, or wait: changes in the DNS can take some time.';
    case 'silent':
      return 'The name servers of the domain did not answer. Try again later.';
  }
}

function foundIn(finding: DnsFinding): readonly string[] {
  if (finding.kind === 'alias') return [`CNAME ${finding.target.slice(0, LONGEST_SHOWN)}`];
  return finding.kind === 'texts' ? finding.texts.slice(0, MOST_SHOWN).map((text) => text.slice(0, LONGEST_SHOWN)) : [];
}
