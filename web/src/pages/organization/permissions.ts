import { catalogue } from '../../i18n/texts';

/** What each permission allows, grouped by the thing that it concerns. */
export const permissionTexts = catalogue(
  {
    'organization.read': 'See the organization and its settings.',
    'organization.update': 'Change the organization and its settings.',
    'member.read': 'See who belongs to the organization.',
    'member.invite': 'Invite people to the organization.',
    'member.remove': 'Change the role of members and remove them.',
    'member.security.read': 'See second factor, last login and origin of the accounts of members.',
    'member.assist': 'End sessions and reset second factors of members whose accounts the organization manages.',
    'role.read': 'See the roles of the organization.',
    'role.manage': 'Create, change and delete custom roles.',
    'workspace.read': 'See workspaces and their settings.',
    'workspace.write': 'Create workspaces and change their settings.',
    'workspace.delete': 'Delete workspaces.',
    'template.read': 'See prompt templates.',
    'template.write': 'Create and edit prompt templates.',
    'template.publish': 'Publish and archive prompt templates.',
    'template.execute': 'Render and execute prompt templates.',
    'data_source.read': 'See data sources and their cached schema.',
    'data_source.write': 'Register, change and delete data sources.',
    'data_source.discover': 'Discover the schema of a data source.',
    'query.run': 'Ask data sources in words, and run guarded read-only queries by hand.',
    'query.verify': 'Write verified pairs of question and statement, and the glossary.',
    'query.manage':
      'Decide what the language model may see of data, how many tokens it may use, and how long conversations are kept.',
    'sso.read': 'See single sign-on settings and migration plans.',
    'sso.manage': 'Set up single sign-on connections and domains.',
    'sso.enforce': 'Decide whether single sign-on is required.',
    'scim.manage': 'Issue and revoke provisioning tokens, map groups onto roles, and see what provisioning did.',
    'abac.read': 'See access policies.',
    'abac.manage': 'Write access policies.',
    'abac.grant': 'Activate access policies, and set the labels and attributes that they go by.',
    'audit.read': 'Read the audit trail.',
  },
  {
    'organization.read': 'Die Organisation und ihre Einstellungen sehen.',
    'organization.update': 'Die Organisation und ihre Einstellungen ändern.',
    'member.read': 'Sehen, wer zur Organisation gehört.',
    'member.invite': 'Personen in die Organisation einladen.',
    'member.remove': 'Die Rolle von Mitgliedern ändern und Mitglieder entfernen.',
    'member.security.read': 'Zweiten Faktor, letzte Anmeldung und Herkunft der Konten von Mitgliedern sehen.',
    'member.assist': 'Sitzungen und zweite Faktoren von Mitgliedern aufheben, deren Konten die Organisation verwaltet.',
    'role.read': 'Die Rollen der Organisation sehen.',
    'role.manage': 'Eigene Rollen anlegen, ändern und löschen.',
    'workspace.read': 'Arbeitsbereiche und ihre Einstellungen sehen.',
    'workspace.write': 'Arbeitsbereiche anlegen und ihre Einstellungen ändern.',
    'workspace.delete': 'Arbeitsbereiche löschen.',
    'template.read': 'Prompt-Vorlagen sehen.',
    'template.write': 'Prompt-Vorlagen anlegen und bearbeiten.',
    'template.publish': 'Prompt-Vorlagen veröffentlichen und archivieren.',
    'template.execute': 'Prompt-Vorlagen ausfüllen und ausführen.',
    'data_source.read': 'Datenquellen und ihr erfasstes Schema sehen.',
    'data_source.write': 'Datenquellen eintragen, ändern und löschen.',
    'data_source.discover': 'Das Schema einer Datenquelle erfassen.',
    'query.run': 'Datenquellen in Worten fragen und geprüfte lesende Abfragen von Hand ausführen.',
    'query.manage':
      'Entscheiden, was das Sprachmodell von Daten sieht, wie viele Token es verbrauchen darf und wie lange Gespräche aufbewahrt werden.',
    'query.verify': 'Geprüfte Paare aus Frage und Abfrage und das Glossar schreiben.',
    'sso.read': 'Einstellungen und Umstellungspläne des Single Sign-on sehen.',
    'sso.manage': 'Verbindungen und Domains für Single Sign-on einrichten.',
    'sso.enforce': 'Entscheiden, ob Single Sign-on Pflicht ist.',
    'scim.manage': 'Token für die Bereitstellung ausgeben und widerrufen, Gruppen auf Rollen abbilden, Vorgänge sehen.',
    'abac.read': 'Zugriffsregeln sehen.',
    'abac.manage': 'Zugriffsregeln schreiben.',
    'abac.grant': 'Zugriffsregeln aktivieren und die Labels und Attribute festlegen, nach denen sie entscheiden.',
    'audit.read': 'Das Protokoll lesen.',
  },
);

export type PermissionName = keyof (typeof permissionTexts)['en'];

export const PERMISSION_NAMES = Object.keys(permissionTexts.en) as PermissionName[];

export const groupTexts = catalogue(
  {
    organization: 'Organization',
    member: 'Members',
    role: 'Roles',
    workspace: 'Workspaces',
    template: 'Templates',
    data_source: 'Data sources',
    query: 'Queries',
    sso: 'Single sign-on',
    scim: 'Provisioning',
    abac: 'Access policies',
    audit: 'Audit',
  },
  {
    organization: 'Organisation',
    member: 'Mitglieder',
    role: 'Rollen',
    workspace: 'Arbeitsbereiche',
    template: 'Vorlagen',
    data_source: 'Datenquellen',
    query: 'Abfragen',
    sso: 'Single Sign-on',
    scim: 'Bereitstellung',
    abac: 'Zugriffsregeln',
    audit: 'Protokoll',
  },
);

type GroupName = keyof (typeof groupTexts)['en'];

/** The permissions by the thing that they concern, in the order of the catalogue. */
export const PERMISSION_GROUPS: readonly (readonly [GroupName, readonly PermissionName[]])[] = (
  Object.keys(groupTexts.en) as GroupName[]
).map((group) => [group, PERMISSION_NAMES.filter((name) => name.startsWith(`${group}.`))]);
