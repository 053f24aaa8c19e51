import { catalogue } from '../../../i18n/texts';
import type { ProviderId } from './choices';

export const texts = catalogue(
  {
    title: 'Groups and roles',
    text: 'Groups that the provider names at a sign-in can give roles. The first row that names a group of the person counts, in the organization and in each workspace. Changes take effect with the next sign-in of each person.',
    wins: 'If a directory (SCIM) manages a person, the directory alone decides. A role that was given by hand stays, unless it is the default role. Owners keep their role.',
    claim: (name: string) => `Headgate reads the groups from “${name}”.`,
    toClaim: 'Change the name',
    hint: (provider: ProviderId) =>
      ({
        entra:
          'Microsoft Entra ID sends the object id of each group. For people in many groups it sends none, and nothing changes. To avoid this, choose “Groups assigned to the application” in Entra ID.',
        okta: 'In Okta, add a groups claim with a filter to the application. Okta leaves it out for people whose groups do not match.',
        google:
          'Google sends groups only over SAML. In Google’s SAML app, map the groups to the attribute named above. A connection by OpenID Connect gets none.',
        other:
          'Enter each name as the provider sends it. Keycloak sends paths such as /analysts; AD FS leaves the claim out for people without groups.',
      })[provider],
    none: 'No group gives a role yet.',
    group: 'Group',
    groupHint: 'Enter the name of the group exactly as the provider sends it.',
    absent: 'If the provider sends no groups claim',
    absentHint: 'Take roles away only if your provider leaves the claim out for people without groups.',
    absentGroups: (what: 'keep' | 'none') => ({ keep: 'Change nothing', none: 'Take away what groups gave' })[what],
    withheld:
      'These rows give more than the person who last saved them may still give, or somebody changed where groups come from. They give nothing new until somebody who may give all of it saves them again.',
    saved: 'The mapping was saved. It applies at each person’s next sign-in.',
    rehearsed: 'What the groups would change',
    received: 'Groups in the answer',
    decides: 'Who decides',
    decidedBy: (by: 'claims' | 'directory') =>
      ({ claims: 'The groups of the sign-in', directory: 'The directory (SCIM), which manages this person' })[by],
    before: 'Now',
    after: 'After a sign-in',
    noChange: 'The same',
    met: 'Rows that name one of these groups',
    counts: 'Counts?',
    doesCount: (yes: boolean): string => (yes ? 'Yes' : 'No: a row above counts, or nothing changes'),
    inOrganization: (role: string) => `${role} in the organization`,
    inWorkspace: (role: string, workspace: string) => `${role} in ${workspace}`,
  },
  {
    title: 'Gruppen und Rollen',
    text: 'Gruppen, die der Anbieter bei einer Anmeldung nennt, können Rollen geben. Es zählt die erste Zeile, die eine Gruppe der Person nennt, in der Organisation und in jedem Arbeitsbereich. Änderungen gelten für jede Person ab ihrer nächsten Anmeldung.',
    wins: 'Verwaltet ein Verzeichnis (SCIM) eine Person, entscheidet allein das Verzeichnis. Eine von Hand gegebene Rolle bleibt, außer wenn es die Standardrolle ist. Inhaber behalten ihre Rolle.',
    claim: (name: string) => `Headgate liest die Gruppen aus „${name}“.`,
    toClaim: 'Namen ändern',
    hint: (provider: ProviderId) =>
      ({
        entra:
          'Microsoft Entra ID schickt die Objekt-ID jeder Gruppe. Für Personen in vielen Gruppen schickt es keine, und es ändert sich nichts. Wählen Sie deshalb in Entra ID „Der Anwendung zugewiesene Gruppen“.',
        okta: 'Fügen Sie der Anwendung in Okta einen Gruppen-Claim mit Filter hinzu. Okta lässt ihn weg, wenn keine Gruppe der Person passt.',
        google:
          'Google schickt Gruppen nur über SAML. Ordnen Sie sie in der SAML-App von Google dem oben genannten Attribut zu. Eine Verbindung über OpenID Connect erhält keine.',
        other:
          'Geben Sie jeden Namen so ein, wie ihn der Anbieter schickt. Keycloak schickt Pfade wie /analysts; AD FS lässt den Claim bei Personen ohne Gruppen weg.',
      })[provider],
    none: 'Noch gibt keine Gruppe eine Rolle.',
    group: 'Gruppe',
    groupHint: 'Geben Sie den Namen der Gruppe genau so ein, wie ihn der Anbieter schickt.',
    absent: 'Wenn der Anbieter keinen Gruppen-Claim schickt',
    absentHint: 'Nehmen Sie Rollen nur weg, wenn Ihr Anbieter den Claim bei Personen ohne Gruppen weglässt.',
    absentGroups: (what: 'keep' | 'none') => ({ keep: 'Nichts ändern', none: 'Wegnehmen, was Gruppen gaben' })[what],
    withheld:
      'Diese Zeilen geben mehr, als die Person, die sie zuletzt gespeichert hat, noch geben darf, oder jemand hat geändert, woher die Gruppen kommen. Sie geben nichts Neues, bis jemand sie neu speichert, der all das geben darf.',
    saved: 'Die Zuordnung ist gespeichert. Sie gilt für jede Person ab ihrer nächsten Anmeldung.',
    rehearsed: 'Was die Gruppen ändern würden',
    received: 'Gruppen in der Antwort',
    decides: 'Wer entscheidet',
    decidedBy: (by: 'claims' | 'directory') =>
      ({ claims: 'Die Gruppen der Anmeldung', directory: 'Das Verzeichnis (SCIM), das diese Person verwaltet' })[by],
    before: 'Jetzt',
    after: 'Nach einer Anmeldung',
    noChange: 'Dasselbe',
    met: 'Zeilen, die eine dieser Gruppen nennen',
    counts: 'Zählt?',
    doesCount: (yes: boolean): string => (yes ? 'Ja' : 'Nein: Eine Zeile darüber zählt, oder es ändert sich nichts'),
    inOrganization: (role: string) => `${role} in der Organisation`,
    inWorkspace: (role: string, workspace: string) => `${role} in ${workspace}`,
  },
);
