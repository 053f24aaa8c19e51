import { plural } from '../../../i18n/plural';
import { catalogue } from '../../../i18n/texts';
import type { Move, Standing } from './reads';

type How = 'confirm' | 'rollback';

/** People with one of these can be in a wave. */
type Movable = Extract<Standing, 'READY' | 'NOT_IN_DIRECTORY' | 'LINKED_ALREADY'>;

export const texts = catalogue(
  {
    title: 'Change of provider',
    lead: 'How people move from one identity provider to another, in waves, without passwords.',
    waves: 'Waves',
    noWaves: 'No wave yet. Choose both connections below, then the people of the first wave.',
    name: 'Name',
    way: 'From and to',
    fromTo: (from: string, to: string) => `${from} → ${to}`,
    state: 'State',
    status: (status: Move['status']) => ({ started: 'Started', confirmed: 'Confirmed', rolled_back: 'Rolled back' })[status],
    heldUp: 'Held up: the new connection was changed or disabled',
    arrived: 'Arrived',
    ofMembers: (arrived: string, members: string) => `${arrived} of ${members}`,
    since: 'Started',
    action: 'Action',
    ends: (how: How) => ({ confirm: 'Confirm', rollback: 'Roll back' })[how],
    endOf: (how: How, name: string) => ({ confirm: `Confirm “${name}”`, rollback: `Roll “${name}” back` })[how],
    endTitle: (how: How, name: string) => ({ confirm: `Confirm “${name}”?`, rollback: `Roll “${name}” back?` })[how],
    confirmText: (arrived: string, others: string) =>
      `Arrived: ${arrived}. Their links to the former provider and the sessions that it opened end now. Not arrived: ${others}. They sign in there as before.`,
    rollbackText: 'All of them sign in through the former provider again at once. Nothing is lost: links to both providers stay.',
    people: 'People',
    peopleText:
      'In a wave, people who come through the former provider are sent on to the new one. There, the address of their account links them at the first sign-in. The former link stays until you confirm the wave.',
    from: 'From',
    to: 'To',
    choose: 'Choose a connection',
    standing: 'Standing',
    everybody: 'Everybody',
    found: (count: number, shown: string) => `${shown} ${plural('en', count, { one: 'person', other: 'people' })}`,
    person: 'Person',
    pick: (name: string) => `Choose ${name}`,
    next: 'What to do',
    chosen: (count: number, shown: string) => `${shown} ${plural('en', count, { one: 'person', other: 'people' })} chosen`,
    start: 'Start a wave with them',
    unchoose: 'Choose nobody',
    chooseAll: (standing: Movable, most: string) =>
      ({
        READY: `Choose all who can move (at most ${most})`,
        NOT_IN_DIRECTORY: `Choose all who are in no directory (at most ${most})`,
        LINKED_ALREADY: `Choose all who are linked to both (at most ${most})`,
      })[standing],
    startTitle: 'Start a wave',
    startText: (count: number, shown: string) =>
      `${shown} ${plural('en', count, { one: 'person is', other: 'people are' })} told by mail at once, and ${plural('en', count, { one: 'comes', other: 'come' })} through the new provider from now on.`,
    cancel: 'Cancel',
    standings: (standing: Standing) =>
      ({
        READY: 'Can move',
        LINKED_ALREADY: 'Linked to both',
        NOT_IN_DIRECTORY: 'Can move, in no directory',
        OWNER: 'Owner',
        DOMAIN_NOT_COVERED: 'Domain not verified',
        ADDRESS_DIFFERS: 'Another address',
        IDENTITY_CONFLICT: 'Address used by another',
        LINK_BROKEN: 'Old link in the way',
        IN_ANOTHER_WAVE: 'In a wave',
        INACTIVE: 'Not active',
        NEVER_LINKED: 'Never linked',
      })[standing],
    todo: (standing: Standing) =>
      ({
        READY: '–',
        LINKED_ALREADY: 'Nothing to link. A wave takes the former link away.',
        NOT_IN_DIRECTORY: 'Make sure that the new provider knows them.',
        OWNER: 'Owners link the new provider themselves, in their account.',
        DOMAIN_NOT_COVERED: 'Verify the domain of the address, or change the address.',
        ADDRESS_DIFFERS: 'Give account and former provider the same address.',
        IDENTITY_CONFLICT: 'Find out whose identity it is, and unlink the wrong one.',
        LINK_BROKEN: 'Remove the link at the new connection: it is from a former issuer.',
        IN_ANOTHER_WAVE: 'Confirm the wave, or roll it back.',
        INACTIVE: 'Activate account and membership, or leave the person out.',
        NEVER_LINKED: 'Leave this account out: it administers the installation or is kept for emergencies.',
      })[standing],
  },
  {
    title: 'Wechsel des Anbieters',
    lead: 'Hier wechseln Personen in Wellen und ohne Passwörter von einem Identitätsanbieter zu einem anderen.',
    waves: 'Wellen',
    noWaves: 'Noch keine Welle. Wählen Sie unten beide Verbindungen und dann die Personen der ersten Welle.',
    name: 'Name',
    way: 'Von und nach',
    fromTo: (from: string, to: string) => `${from} → ${to}`,
    state: 'Stand',
    status: (status: Move['status']) => ({ started: 'Begonnen', confirmed: 'Bestätigt', rolled_back: 'Zurückgerollt' })[status],
    heldUp: 'Angehalten: Die neue Verbindung wurde geändert oder deaktiviert',
    arrived: 'Angekommen',
    ofMembers: (arrived: string, members: string) => `${arrived} von ${members}`,
    since: 'Beginn',
    action: 'Aktion',
    ends: (how: How) => ({ confirm: 'Bestätigen', rollback: 'Zurückrollen' })[how],
    endOf: (how: How, name: string) => ({ confirm: `„${name}“ bestätigen`, rollback: `„${name}“ zurückrollen` })[how],
    endTitle: (how: How, name: string) => ({ confirm: `„${name}“ bestätigen?`, rollback: `„${name}“ zurückrollen?` })[how],
    confirmText: (arrived: string, others: string) =>
      `Angekommen: ${arrived}. Ihre Verknüpfungen mit dem bisherigen Anbieter und ihre Sitzungen von dort enden jetzt. Nicht angekommen: ${others}. Sie melden sich dort an wie zuvor.`,
    rollbackText:
      'Alle melden sich sofort wieder über den bisherigen Anbieter an. Nichts geht verloren: Die Verknüpfungen mit beiden bleiben.',
    people: 'Personen',
    peopleText:
      'Wer in einer Welle über den bisherigen Anbieter kommt, wird zum neuen weitergeschickt. Dort wird das Konto bei der ersten Anmeldung über seine Adresse verknüpft. Die bisherige Verknüpfung bleibt, bis Sie die Welle bestätigen.',
    from: 'Von',
    to: 'Nach',
    choose: 'Verbindung wählen',
    standing: 'Lage',
    everybody: 'Alle',
    found: (count: number, shown: string) => `${shown} ${plural('de', count, { one: 'Person', other: 'Personen' })}`,
    person: 'Person',
    pick: (name: string) => `${name} wählen`,
    next: 'Was zu tun ist',
    chosen: (count: number, shown: string) => `${shown} ${plural('de', count, { one: 'Person', other: 'Personen' })} gewählt`,
    start: 'Welle mit ihnen beginnen',
    unchoose: 'Niemanden wählen',
    chooseAll: (standing: Movable, most: string) =>
      ({
        READY: `Alle wählen, die wechseln können (höchstens ${most})`,
        NOT_IN_DIRECTORY: `Alle wählen, die in keinem Verzeichnis sind (höchstens ${most})`,
        LINKED_ALREADY: `Alle wählen, die mit beiden verknüpft sind (höchstens ${most})`,
      })[standing],
    startTitle: 'Welle beginnen',
    startText: (count: number, shown: string) =>
      `${shown} ${plural('de', count, { one: 'Person erfährt', other: 'Personen erfahren' })} es sofort per Mail und ${plural('de', count, { one: 'kommt', other: 'kommen' })} ab jetzt über den neuen Anbieter.`,
    cancel: 'Abbrechen',
    standings: (standing: Standing) =>
      ({
        READY: 'Kann wechseln',
        LINKED_ALREADY: 'Mit beiden verknüpft',
        NOT_IN_DIRECTORY: 'Kann wechseln, in keinem Verzeichnis',
        OWNER: 'Inhaber',
        DOMAIN_NOT_COVERED: 'Domain nicht nachgewiesen',
        ADDRESS_DIFFERS: 'Andere Adresse',
        IDENTITY_CONFLICT: 'Adresse anderweitig vergeben',
        LINK_BROKEN: 'Alte Verknüpfung im Weg',
        IN_ANOTHER_WAVE: 'In einer Welle',
        INACTIVE: 'Nicht aktiv',
        NEVER_LINKED: 'Wird nie verknüpft',
      })[standing],
    todo: (standing: Standing) =>
      ({
        READY: '–',
        LINKED_ALREADY: 'Nichts zu verknüpfen. Eine Welle nimmt die bisherige Verknüpfung weg.',
        NOT_IN_DIRECTORY: 'Sicherstellen, dass der neue Anbieter die Person kennt.',
        OWNER: 'Inhaber verknüpfen den neuen Anbieter selbst in ihrem Konto.',
        DOMAIN_NOT_COVERED: 'Die Domain der Adresse nachweisen oder die Adresse ändern.',
        ADDRESS_DIFFERS: 'Konto und bisherigem Anbieter dieselbe Adresse geben.',
        IDENTITY_CONFLICT: 'Herausfinden, wem die Identität gehört, und die falsche lösen.',
        LINK_BROKEN: 'Die Verknüpfung bei der neuen Verbindung lösen: Sie stammt von einem früheren Aussteller.',
        IN_ANOTHER_WAVE: 'Die Welle bestätigen oder zurückrollen.',
        INACTIVE: 'Konto und Mitgliedschaft aktivieren oder die Person weglassen.',
        NEVER_LINKED: 'Weglassen: Das Konto verwaltet die Installation oder ist für Notfälle da.',
      })[standing],
  },
);
