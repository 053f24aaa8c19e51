import type { Fixed } from '../../shared/sentence.js';

/** A person whom the demo's identity provider knows. */
export interface Person {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  /** The name of each group, as the provider sends it. */
  readonly groups: readonly string[];
}

const DOMAIN = 'delta.example';
/** Beside the group of everybody. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { adam: ['administrators'], vera: ['analysts'], ines: ['analysts'] };

/** Offered with a click each; `ines` has no account here yet. */
export const KNOWN_PEOPLE: readonly (Person & { readonly about: Fixed })[] = [
  { ...named('olivia'), about: 'owner of Delta Analytics' },
  { ...named('ruth'), about: 'second owner of Delta Analytics' },
  { ...named('adam'), about: 'administrator of Delta Analytics' },
  { ...named('vera'), about: 'viewer of Delta Analytics' },
  { ...named('mia'), about: 'editor of Delta Analytics, with a second factor' },
  { ...named('ines'), about: 'a new person, without an account' },
];

/** Everything about a person follows from their subject, so that nothing is forgotten over a restart. `null` if it names no person. */
export function personOf(text: string): Person | null {
  const [, local = '', domain = DOMAIN] =
    /^([a-z0-9][\w.+-]{0,63})(?:@([a-z0-9-]+(?:\.[a-z0-9-]+)+))?$/.exec(text.trim().toLowerCase()) ?? [];
  if (local === '' || domain.length > 190) return null;
  return domain === DOMAIN ? named(local) : { ...named(local), subject: `${local}@${domain}`, email: `${local}@${domain}`, groups: [] };
}

/** The same person as an account of another domain: what a wrong mapping at a provider looks like. */
export function elsewhere({ subject }: Person): Person | null {
  return personOf(`${subject.split('@')[0] ?? ''}@elsewhere.example`);
}

function named(local: string): Person {
  const name = local.charAt(0).toUpperCase() + local.slice(1);
  return { subject: local, email: `${local}@${DOMAIN}`, name, groups: ['delta', ...(GROUPS[local] ?? [])] };
}
