import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import type { ChangeName } from '../../shared/ports/owner-consent.js';
import type { AccessRequest, AccessSubject } from './access-request.js';

const SINGLE_ACTS: Readonly<Record<Exclude<AccessRequest['kind'], 'change'>, string>> = {
  act_as_owner: 'to see and change the data of the organization for an hour',
  give_role: 'to give a person a role in the organization',
  reset_factors: 'to remove the second factors of an owner who cannot log in',
  activate_connection: 'to let people log in through an identity provider',
};

/** What the change does, before its facts are listed. */
const CHANGE_WORDS: Readonly<Record<ChangeName, string>> = {
  activate_policy: 'to put an access policy into force',
  disable_policy: 'to take an access policy out of force, which may allow what it refuses',
  activate_data_policy: 'to put a data policy into force, which hides data',
  disable_data_policy: 'to take a data policy out of force, which shows what it hides',
  change_data_policy: 'to change a data policy that is in force',
  set_labels: 'to change the labels of a workspace, by which policies go',
  create_workspace: 'to create a workspace with labels, by which policies go',
  set_attributes: 'to change the attributes of a member, by which policies go',
  set_tag: 'to change a tag of a column, by which data policies go',
  review_columns: 'to mark columns as reviewed, which may show them',
  share_template: 'to let all organizations of the installation read and use a prompt template of yours',
  allow_access_keys: 'to allow members to use keys for AI clients',
  loosen_settings: 'to loosen settings about who gets in',
};

/** Goes to every owner: the one who asks must not be able to pick an owner who does not read it. */
export function accessMail(owner: Contact, organization: string, by: string, request: AccessRequest): Mail {
  const { id, isEmergency, reason, expiresAt } = request;
  const { what, facts } = inWords(request);
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (isEmergency)
    return mailTo(owner, `Emergency access of a system administrator to ${organization}`, [
      `The system administrator ${by} has used the emergency procedure ${what}.`,
      '',
      `Reason given: ${reason}`,
      '',
      `It is in force from now until ${until}. It needed no approval. Any owner can end it at once: request ${id} of the`,
      'access requests of the organization. If you do not know of an emergency, end it and ask who is behind it.',
    ]);
  return mailTo(owner, `A system administrator asks for your approval: ${organization}`, [
    `The system administrator ${by} asks ${what}.`,
    ...facts,
    '',
    `Reason given: ${reason}`,
    '',
    `Any owner can approve or refuse it until ${until}: request ${id} of the access requests of the ` +
      'organization. Without',
    'an approval nothing happens.',
  ]);
}

function inWords({ kind, subject }: AccessRequest): { readonly what: string; readonly facts: readonly string[] } {
  if (kind === 'give_role') {
    const { email = '', permissions = [] } = subject;
    return { what: SINGLE_ACTS[kind], facts: ['', ...linesOf({ email, permissions })] };
  }
  if (kind !== 'change') return { what: SINGLE_ACTS[kind], facts: [] };
  const { change, ...facts } = subject;
  const what = CHANGE_WORDS[change as ChangeName];
  return { what, facts: ['', ...linesOf(facts)] };
}

/** `data_policy: Salaries`; lists with one item a line. */
function linesOf(facts: AccessSubject): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const label = name.replaceAll('_', ' ');
    if (typeof value !== 'object') return [`  ${label}: ${value}`];
    return value.length === 0 ? [`  ${label}: none`] : [`  ${label}:`, ...value.map((item) => `    ${item}`)];
  });
}
