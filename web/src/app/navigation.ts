import arrowSwitch from '@primer/octicons/build/svg/arrow-switch-16.svg?raw';
import bookmark from '@primer/octicons/build/svg/bookmark-16.svg?raw';
import briefcase from '@primer/octicons/build/svg/briefcase-16.svg?raw';
import commentDiscussion from '@primer/octicons/build/svg/comment-discussion-16.svg?raw';
import database from '@primer/octicons/build/svg/database-16.svg?raw';
import eyeClosed from '@primer/octicons/build/svg/eye-closed-16.svg?raw';
import fileCode from '@primer/octicons/build/svg/file-code-16.svg?raw';
import idBadge from '@primer/octicons/build/svg/id-badge-16.svg?raw';
import lock from '@primer/octicons/build/svg/lock-16.svg?raw';
import log from '@primer/octicons/build/svg/log-16.svg?raw';
import mail from '@primer/octicons/build/svg/mail-16.svg?raw';
import organization from '@primer/octicons/build/svg/organization-16.svg?raw';
import people from '@primer/octicons/build/svg/people-16.svg?raw';
import person from '@primer/octicons/build/svg/person-16.svg?raw';
import plug from '@primer/octicons/build/svg/plug-16.svg?raw';
import shieldLock from '@primer/octicons/build/svg/shield-lock-16.svg?raw';
import signIn from '@primer/octicons/build/svg/sign-in-16.svg?raw';
import sync from '@primer/octicons/build/svg/sync-16.svg?raw';
import webhook from '@primer/octicons/build/svg/webhook-16.svg?raw';
import { catalogue } from '../i18n/texts';
import { type Me, isSystemAdmin, permissionsIn, placesOf } from '../session/me';

export const texts = catalogue(
  {
    skip: 'Skip to content',
    late: 'More of this page is on its way.',
    menu: 'Menu',
    account: 'Your account',
    help: 'Help',
    signOut: 'Sign out',
    goTo: 'Go to …',
    start: 'Start',
    organization: 'Organization',
    data: 'Data',
    people: 'People',
    rules: 'Rules',
    signOn: 'Sign-on',
    members: 'Members',
    invitations: 'Invitations',
    roles: 'Roles',
    policies: 'Access policies',
    dataPolicies: 'Data policies',
    workspaces: 'Workspaces',
    sso: 'Single sign-on',
    migration: 'Migration',
    enforcement: 'Enforcement',
    provisioning: 'Provisioning',
    questions: 'Questions in words',
    agents: 'AI clients',
    audit: 'Audit',
    webhooks: 'Webhooks',
    dataSources: 'Data sources',
    savedQuestions: 'Saved questions',
    templates: 'Templates',
    administration: 'Administration',
    accounts: 'Accounts',
    organizations: 'Organizations',
    installation: 'Installation audit',
  },
  {
    skip: 'Zum Inhalt springen',
    late: 'Weitere Teile dieser Seite sind unterwegs.',
    menu: 'Menü',
    account: 'Ihr Konto',
    help: 'Hilfe (englisch)',
    signOut: 'Abmelden',
    goTo: 'Springen zu …',
    start: 'Start',
    organization: 'Organisation',
    data: 'Daten',
    people: 'Menschen',
    rules: 'Regeln',
    signOn: 'Anmeldung',
    members: 'Mitglieder',
    invitations: 'Einladungen',
    roles: 'Rollen',
    policies: 'Zugriffsregeln',
    dataPolicies: 'Datenregeln',
    workspaces: 'Arbeitsbereiche',
    sso: 'Single Sign-on',
    migration: 'Umstellung',
    enforcement: 'SSO-Pflicht',
    provisioning: 'Bereitstellung',
    questions: 'Fragen in Worten',
    agents: 'KI-Clients',
    audit: 'Protokoll',
    webhooks: 'Webhooks',
    dataSources: 'Datenquellen',
    savedQuestions: 'Gespeicherte Fragen',
    templates: 'Vorlagen',
    administration: 'Verwaltung',
    accounts: 'Konten',
    organizations: 'Organisationen',
    installation: 'Protokoll der Installation',
  },
);

type Label = Exclude<keyof (typeof texts)['en'], 'skip' | 'late'>;

interface Entry {
  readonly to: string;
  readonly label: Label;
  /** The text of an SVG file. */
  readonly icon: string;
  /** Without the permission the page would only say that it is forbidden, so its entry is absent. */
  readonly permission?: string;
  /** Needed besides. */
  readonly and?: string;
  /** A role in one workspace is enough. */
  readonly isOfWorkspaces?: true;
}

const OF_PEOPLE: readonly Entry[] = [
  { to: 'members', label: 'members', icon: people, permission: 'member.read' },
  { to: 'invitations', label: 'invitations', icon: mail, permission: 'member.invite' },
  { to: 'roles', label: 'roles', icon: idBadge, permission: 'role.read' },
  { to: 'workspaces', label: 'workspaces', icon: briefcase, permission: 'workspace.read', isOfWorkspaces: true },
  { to: 'audit', label: 'audit', icon: log, permission: 'audit.read' },
  { to: 'webhooks', label: 'webhooks', icon: webhook, permission: 'audit.read', and: 'organization.update' },
];

const OF_RULES: readonly Entry[] = [
  { to: 'policies', label: 'policies', icon: shieldLock, permission: 'abac.read' },
  { to: 'data-policies', label: 'dataPolicies', icon: eyeClosed, permission: 'abac.read' },
  { to: 'questions', label: 'questions', icon: commentDiscussion, permission: 'query.manage' },
  { to: 'agents', label: 'agents', icon: plug, permission: 'organization.update' },
];

const OF_SIGN_ON: readonly Entry[] = [
  { to: 'sso', label: 'sso', icon: signIn, permission: 'sso.read' },
  { to: 'migration', label: 'migration', icon: arrowSwitch, permission: 'sso.read' },
  { to: 'enforcement', label: 'enforcement', icon: lock, permission: 'sso.read' },
  { to: 'provisioning', label: 'provisioning', icon: sync, permission: 'scim.manage' },
];

const OF_DATA: readonly Entry[] = [
  { to: '/data-sources', label: 'dataSources', icon: database, permission: 'data_source.read', isOfWorkspaces: true },
  { to: '/saved-questions', label: 'savedQuestions', icon: bookmark, permission: 'query.run', isOfWorkspaces: true },
  { to: '/templates', label: 'templates', icon: fileCode, permission: 'template.read', isOfWorkspaces: true },
];

const OF_SYSTEM: readonly Entry[] = [
  { to: '/admin/accounts', label: 'accounts', icon: person },
  { to: '/admin/organizations', label: 'organizations', icon: organization },
  { to: '/admin/audit', label: 'installation', icon: log },
];

export interface Group {
  readonly label: Label;
  readonly entries: readonly Entry[];
}

/** What a person can open: entries that would answer 403 are left out. */
export function groupsOf(me: Me, organization: number | null): readonly Group[] {
  const permissions = permissionsIn(me, organization);
  const allowed = (entries: readonly Entry[]): Entry[] =>
    entries.filter(
      ({ permission, and, isOfWorkspaces }) =>
        (permission === undefined ||
          permissions.has(permission) ||
          (isOfWorkspaces === true && placesOf(me, permission).some(({ id }) => id === organization))) &&
        (and === undefined || permissions.has(and)),
    );
  const ofOrganization = (entries: readonly Entry[]): Entry[] =>
    organization === null ? [] : allowed(entries).map((entry) => ({ ...entry, to: `/organizations/${organization}/${entry.to}` }));
  const groups: Group[] = [
    { label: 'data', entries: allowed(OF_DATA) },
    { label: 'people', entries: ofOrganization(OF_PEOPLE) },
    { label: 'rules', entries: ofOrganization(OF_RULES) },
    { label: 'signOn', entries: ofOrganization(OF_SIGN_ON) },
    { label: 'administration', entries: isSystemAdmin(me) ? OF_SYSTEM : [] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
