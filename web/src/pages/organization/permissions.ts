import { PERMISSIONS } from '../../../../src/shared/permission';
import { catalogue } from '../../i18n/texts';

/** What each permission allows; the service has the English words. */
export const permissionTexts = catalogue(PERMISSIONS, {
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
  'workspace.delete': 'Alle Arbeitsbereiche mit ihrem Inhalt verwalten und löschen.',
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
  'sso.enforce': 'Entscheiden, ob Single Sign-on und ein zweiter Faktor Pflicht sind.',
  'scim.manage': 'Token für die Bereitstellung ausgeben und widerrufen, Gruppen auf Rollen abbilden, Vorgänge sehen.',
  'abac.read': 'Zugriffsregeln sehen.',
  'abac.manage': 'Zugriffsregeln schreiben.',
  'abac.grant': 'Zugriffsregeln aktivieren und die Labels und Attribute festlegen, nach denen sie entscheiden.',
  'audit.read': 'Das Protokoll lesen, auch das privater Arbeitsbereiche.',
});

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
