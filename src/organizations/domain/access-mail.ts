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
  activate_policy: 'to activate an access policy',
  disable_policy: 'to disable an access policy; what it refuses may then be allowed',
  activate_data_policy: 'to activate a data policy, which hides data',
  disable_data_policy: 'to disable a data policy; what it hides is then shown',
  change_data_policy: 'to change an active data policy',
  set_labels: 'to change the labels of a workspace, which policies depend on',
  create_workspace: 'to create a workspace with labels, which policies depend on',
  set_attributes: 'to change the attributes of a member, which policies depend on',
  set_tag: 'to change a tag of a column, which data policies depend on',
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
      `It works until ${until} and needed no approval. Any owner can end it at once: it is request ${id} of the access`,
      'requests of the organization. If you do not know of an emergency, end it and ask who is behind it.',
    ]);
  return mailTo(owner, `A system administrator asks for your approval: ${organization}`, [
    `The system administrator ${by} asks ${what}.`,
    ...facts,
    '',
    `Reason given: ${reason}`,
    '',
    `Any owner can approve or refuse it until ${until}: it is request ${id} of the access requests of the organization.`,
    'Without an approval nothing happens.',
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
