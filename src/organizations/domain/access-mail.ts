import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import { singleLine } from '../../shared/single-line.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { type Fixed, type Sentence, asSaid, say, verbatim } from '../../shared/sentence.js';
import type { ChangeName } from '../../shared/ports/owner-consent.js';
import type { AccessRequest, AccessSubject } from './access-request.js';

const SINGLE_ACTS: Readonly<Record<Exclude<AccessRequest['kind'], 'change'>, Fixed>> = {
  act_as_owner: 'to see and change the data of the organization for an hour',
  give_role: 'to give a person a role in the organization',
  reset_factors: 'to remove the second factors of a member',
  activate_connection: 'to let people log in through an identity provider',
};

/** What the change does, before its facts are listed. */
const CHANGE_WORDS: Readonly<Record<ChangeName, Fixed>> = {
  activate_policy: 'to activate an access policy',
  disable_policy: 'to disable an access policy, so that what it refuses may be allowed',
  activate_data_policy: 'to activate a data policy, which hides data',
  disable_data_policy: 'to disable a data policy, so that what it hides is shown',
  change_data_policy: 'to change an active data policy',
  set_labels: 'to change the labels of a workspace, on which policies depend',
  create_workspace: 'to create a workspace with labels, on which policies depend',
  set_attributes: 'to change the attributes of a member, on which policies depend',
  set_tag: 'to change a tag of a column, on which data policies depend',
  review_columns: 'to mark columns as reviewed, which may show them',
  share_template: 'to let all organizations of the installation read and use one of your prompt templates',
  allow_access_keys: 'to allow members to use keys for AI clients',
  allow_agents: 'to allow members to connect more AI clients',
  loosen_settings: 'to loosen settings about who gets in',
};

interface MailFacts {
  readonly organization: string;
  readonly by: { readonly username: string; readonly isSystemAdmin: boolean };
  /** Whose factors are to be removed. */
  readonly member: string | null;
}

/** Goes to every owner: the one who asks must not be able to pick an owner who does not read it. */
export function accessMail(owner: Contact, { organization, by, member }: MailFacts, request: AccessRequest): Mail {
  const { id, isEmergency, expiresAt } = request;
  const { what, facts } = inWords(request, member);
  const asked = { by: inMail(by.username), what: asSaid(what) };
  const limited = { until: expiresAt.toISOString(), id };
  const reason = say('Reason given: {reason}', { reason: inMail(request.reason) });
  // In the trail of the installation, which whoever asked may read.
  const cause = { about: `access_request:${id}` };
  if (isEmergency)
    return mailTo(
      owner,
      say('Emergency access of a system administrator to {organization}', { organization: inMail(organization) }),
      [
        say('The system administrator {by} has used the emergency procedure {what}.', asked),
        reason,
        say(
          'The access is in force from now until {until} and needed no approval. Any owner can end it at once: open request {id} in the access requests of the organization. If you do not know of an emergency, end it and ask the system administrator.',
          limited,
        ),
      ],
      cause,
    );
  return mailTo(
    owner,
    by.isSystemAdmin
      ? say('A system administrator asks for your approval: {organization}', { organization: inMail(organization) })
      : say('A member asks for your approval: {organization}', { organization: inMail(organization) }),
    [
      by.isSystemAdmin ? say('The system administrator {by} asks {what}.', asked) : say('The member {by} asks {what}.', asked),
      ...(facts.length > 0 ? [facts] : []),
      reason,
      say(
        'Any owner can approve or refuse it until {until}: open request {id} in the access requests of the organization. Nothing happens without an approval.',
        limited,
      ),
    ],
    cause,
  );
}

function inWords({ kind, subject }: AccessRequest, member: string | null): { readonly what: Fixed; readonly facts: readonly Sentence[] } {
  if (kind === 'give_role') {
    const { email = '', permissions = [] } = subject;
    return { what: SINGLE_ACTS[kind], facts: linesOf({ email, permissions }) };
  }
  if (kind !== 'change') return { what: SINGLE_ACTS[kind], facts: member === null ? [] : linesOf({ member }) };
  const { change, ...facts } = subject;
  return { what: CHANGE_WORDS[change as ChangeName], facts: linesOf(facts) };
}

/** In a condition, people freely choose only string literals and comments. The rest was checked and contains no web address. */
const CHOSEN_IN_CONDITION = /"(?:[^"\\]|\\[^])*(?:"|$)|\/\/[^\n]*/g;

/** As pages name them; ids and digests keep their names. */
const LABELS: Readonly<Record<string, Fixed>> = {
  policy: 'policy',
  data_policy: 'data policy',
  version: 'version',
  effect: 'effect',
  workspace: 'workspace',
  labels: 'labels',
  in_place_of: 'in place of',
  member: 'member',
  attributes: 'attributes',
  data_source: 'data source',
  schema: 'schema',
  relation: 'relation',
  column: 'column',
  columns: 'columns',
  tag: 'tag',
  state: 'state',
  template: 'template',
  settings: 'settings',
  name: 'name',
  description: 'description',
  applies_when: 'applies when',
  rules: 'rules',
  email: 'email',
  permissions: 'permissions',
};

/** `data policy: Salaries`; lists with one item a line. */
function linesOf(facts: AccessSubject): Sentence[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const label = asSaid(LABELS[name] ?? verbatim(name.replaceAll('_', ' ')));
    const listed = (items: readonly string[]): Sentence[] => [
      say('  {label}:', { label }),
      ...items.map((item) => verbatim(`    ${item}`)),
    ];
    // Line by line: behind a comment, the next line would look like a part of it.
    if (name === 'applies_when') return listed(linesIn(String(value).replaceAll(CHOSEN_IN_CONDITION, inMail)).map(singleLine));
    if (typeof value !== 'object') return [say('  {label}: {value}', { label, value: inMail(String(value)) })];
    // Permissions are words of ours.
    const shown = name === 'permissions' ? value : value.map(inMail);
    return shown.length === 0 ? [say('  {label}: none', { label })] : listed(shown);
  });
}

function linesIn(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}
