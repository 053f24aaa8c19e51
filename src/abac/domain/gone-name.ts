import { inMail } from '../../shared/in-mail.js';
import { mailedList } from '../../shared/mail-to.js';
import type { MailText } from '../../shared/ports/mailer.js';
import type { RenamedThing } from '../../shared/ports/name-followers.js';
import { say } from '../../shared/sentence.js';

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
export function goneMail({ kind, from }: RenamedThing, policies: readonly string[]): MailText {
  const name = inMail(from);
  const named = mailedList(policies.map(inMail));
  if (kind === 'role')
    return {
      subject: say('Policies name the role "{name}", which is deleted', { name }),
      body: [
        say('The role "{name}" was deleted, and these policies name it:', { name }),
        named,
        'Their texts now say "(deleted)" after its name. Nobody has it any more. A new role with this name does not count as the old one. Open the policies and change whom they are for.',
      ],
    };
  return {
    subject: say('Policies name the group "{name}", which is deleted', { name }),
    body: [
      say('The group "{name}" was deleted, and these policies name it:', { name }),
      named,
      'Their texts now say "(deleted)" after its name. What they forbid or hide still applies to the people who were in the group. What they allowed the group is no longer allowed. A new group with this name does not count as the old one. Open the policies and change whom they are for.',
    ],
  };
}
