import { catalogue } from '../i18n/texts';
import { type Me, isSystemAdmin, permissionsIn, placesOf } from '../session/me';

export const texts = catalogue(
  {
    skip: 'Skip to content',
    menu: 'Menu',
    account: 'Your account',
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
    audit: 'Audit',
    dataSources: 'Data sources',
    templates: 'Templates',
    administration: 'Administration',
    accounts: 'Accounts',
    organizations: 'Organizations',
    installation: 'Installation audit',
  },
  {
    skip: 'Zum Inhalt springen',
    menu: 'Menü',
    account: 'Ihr Konto',
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
    enforcement: 'Pflicht zu Single Sign-on',
    provisioning: 'Bereitstellung',
    questions: 'Fragen in Worten',
    audit: 'Protokoll',
    dataSources: 'Datenquellen',
    templates: 'Vorlagen',
    administration: 'Verwaltung',
    accounts: 'Konten',
    organizations: 'Organisationen',
    installation: 'Protokoll der Installation',
  },
);

type Label = Exclude<keyof (typeof texts)['en'], 'skip'>;

interface Entry {
  readonly to: string;
  readonly label: Label;
  /** Without the permission the page would only say that it is forbidden, so its entry is absent. */
  readonly permission?: string;
  /** A role in one workspace is enough. */
  readonly isOfWorkspaces?: true;
}

const OF_PEOPLE: readonly Entry[] = [
  { to: 'members', label: 'members', permission: 'member.read' },
  { to: 'invitations', label: 'invitations', permission: 'member.invite' },
  { to: 'roles', label: 'roles', permission: 'role.read' },
  { to: 'workspaces', label: 'workspaces', permission: 'workspace.read', isOfWorkspaces: true },
  { to: 'audit', label: 'audit', permission: 'audit.read' },
];

const OF_RULES: readonly Entry[] = [
  { to: 'policies', label: 'policies', permission: 'abac.read' },
  { to: 'data-policies', label: 'dataPolicies', permission: 'abac.read' },
  { to: 'questions', label: 'questions', permission: 'query.manage' },
];

const OF_SIGN_ON: readonly Entry[] = [
  { to: 'sso', label: 'sso', permission: 'sso.read' },
  { to: 'migration', label: 'migration', permission: 'sso.read' },
  { to: 'enforcement', label: 'enforcement', permission: 'sso.read' },
  { to: 'provisioning', label: 'provisioning', permission: 'scim.manage' },
];

const OF_DATA: readonly Entry[] = [
  { to: '/data-sources', label: 'dataSources', permission: 'data_source.read', isOfWorkspaces: true },
  { to: '/templates', label: 'templates', permission: 'template.read', isOfWorkspaces: true },
];

const OF_SYSTEM: readonly Entry[] = [
  { to: '/admin/accounts', label: 'accounts' },
  { to: '/admin/organizations', label: 'organizations' },
  { to: '/admin/audit', label: 'installation' },
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
      ({ permission, isOfWorkspaces }) =>
        permission === undefined ||
        permissions.has(permission) ||
        (isOfWorkspaces === true && placesOf(me, permission).some(({ id }) => id === organization)),
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
