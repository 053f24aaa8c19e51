import { inMail } from '../../shared/in-mail.js';
import type { RenamedThing } from '../../shared/ports/name-followers.js';

const GONE = / \(deleted(?: [0-9a-f]{8})?\)$/;

/** How policies name what is deleted: nothing else can take the name, and a reader sees what it was. */
export function goneNames({ kind, id, from }: RenamedThing): { readonly met: string; readonly unmet: string } {
  const unmet = `${from} (deleted)`;
  // Nobody has a role that can be deleted.
  return kind === 'role' ? { met: unmet, unmet } : { met: `${from} (deleted ${String(id).slice(0, 8)})`, unmet };
}

export function isGoneName(name: string): boolean {
  return GONE.test(name);
}

/** Goes to the owners: to change what an active policy says takes their permission. */
export function goneMail(
  { kind, from }: RenamedThing,
  policies: readonly string[],
): { readonly subject: string; readonly lines: readonly string[] } {
  const people =
    kind === 'role'
      ? 'Nobody has it any more.'
      : 'What they forbid or hide still applies to the people who were in the group. What they allowed the group is no longer allowed.';
  return {
    subject: `Policies name the ${kind} "${inMail(from)}", which is deleted`,
    lines: [
      `The ${kind} "${inMail(from)}" was deleted, and these policies name it:`,
      '',
      ...policies.slice(0, 50).map((name) => `  ${inMail(name)}`),
      ...(policies.length > 50 ? [`  … and ${policies.length - 50} more.`] : []),
      '',
      `Their texts now say "(deleted)" after its name. ${people} A new ${kind} with this name does not count as the old one. Open the policies and change whom they are for.`,
    ],
  };
}
