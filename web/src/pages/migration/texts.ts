import { plural } from '../../i18n/plural';
import { catalogue } from '../../i18n/texts';

const people = (count: number, shown: string): string => `${shown} ${plural('en', count, { one: 'person', other: 'people' })}`;
const personen = (count: number, shown: string): string => `${shown} ${plural('de', count, { one: 'Person', other: 'Personen' })}`;
const signed = (change: number): string => (change > 0 ? `+${change}` : `−${-change}`);

export const texts = catalogue(
  {
    title: 'Migration',
    lead: 'How this organization moves from passwords to single sign-on: who has moved, who can move, and what others need.',
    noPlan: 'No plan yet',
    noPlanText:
      'A plan puts every member into one of four groups: already using single sign-on, ready, needing a second ' +
      'factor, or needing an administrator. It changes nothing.',
    makePlan: 'Make the plan',
    remakePlan: 'Look again',
    planOf: (number: string, when: string) => `Plan ${number}, as of ${when}.`,
    everybody: 'All people',
    where: 'Where people are',
    ready: (percent: string) => `${percent} use single sign-on or could start today`,
    lockout: (count: number, shown: string) =>
      count === 0
        ? 'Nobody would be locked out if it were required now.'
        : `${people(count, shown)} would be locked out if it were required now.`,
    pending: (count: number, shown: string) =>
      `${people(count, shown)} ${plural('en', count, { one: 'is', other: 'are' })} invited or provisioned and ${plural('en', count, { one: 'has', other: 'have' })} not ` +
      'come yet; they count once they come.',
    since: (number: string) => `Since plan ${number}:`,
    change: (group: string, by: number) => `${group} ${signed(by)}`,
    unchanged: 'no change.',
    forecast: 'If it were required today',
    byGroup: 'Who would be refused, by group',
    forecastLead: (logins: string, persons: string) => `The last 30 days, by today's groups. Logins: ${logins}, people: ${persons}.`,
    nobodyDenied: 'Nobody would have been refused.',
    denied: (count: number, shown: string) => `${people(count, shown)} would lose their present way to log in`,
    deniedText: (logins: string) => `Logins without single sign-on that would be sent to an active connection: ${logins}.`,
    lockedOut: (count: number, shown: string) => `${people(count, shown)} would be locked out`,
    lockedOutText: (logins: string) => `Logins of people who could no longer log in at all: ${logins}.`,
    observed: (would: string, denied: string) => `Recorded logins that would have been refused: ${would}. Refused logins: ${denied}.`,
    group: 'Group',
    denials: 'Logins',
    peopleDenied: 'People',
    peopleLocked: 'Locked out',
    readiness: 'What is still missing',
    isReady: 'The organization is ready.',
    toSso: 'Connections and domains',
    toEnforcement: 'Enforcement and emergency accounts',
    toMembers: 'Members',
    toAccount: 'Link your account',
    reasons: 'Why people are there',
    reason: 'Reason',
    days: 'Day by day',
    noDays: 'The first plan starts the record. Each day adds to it.',
    oneDay: 'One day is recorded. The chart starts with the second.',
    day: 'Day',
    asTable: 'The days as a table',
    chart: 'People in each group, day by day',
    readyColumn: 'Ready or moved',
    lockedColumn: 'Locked out',
    pace: (days: string, persons: string) =>
      `People who have moved: ${persons}. Half of them took ${days} ${plural('en', days, { one: 'day', other: 'days' })} or less from the first notice.`,
    stuck: (count: number, shown: string, days: string) =>
      `${people(count, shown)} ${plural('en', count, { one: 'was', other: 'were' })} told more than ${days} ${plural('en', days, { one: 'day', other: 'days' })} ago and ${plural('en', count, { one: 'has', other: 'have' })} not moved`,
    loadingChart: 'The chart is loading …',
  },
  {
    title: 'Umstellung',
    lead: 'Wie diese Organisation von Passwörtern zu Single Sign-on kommt: wer schon so weit ist, wer gehen kann und was den anderen fehlt.',
    noPlan: 'Noch kein Plan',
    noPlanText:
      'Ein Plan ordnet jedes Mitglied einer von vier Gruppen zu: wer Single Sign-on schon nutzt, wer bereit ist, wer einen zweiten Faktor braucht und wer die Administration braucht. Er ändert für niemanden etwas.',
    makePlan: 'Plan erstellen',
    remakePlan: 'Neu ermitteln',
    planOf: (number: string, when: string) => `Plan ${number}, Stand ${when}.`,
    everybody: 'Alle Personen',
    where: 'Wo alle stehen',
    ready: (percent: string) => `${percent} nutzen Single Sign-on oder könnten heute beginnen`,
    lockout: (count: number, shown: string) =>
      count === 0
        ? 'Niemand wäre ausgesperrt, wenn es jetzt Pflicht würde.'
        : `${personen(count, shown)} ${plural('de', count, { one: 'wäre', other: 'wären' })} ausgesperrt, wenn es jetzt Pflicht würde.`,
    pending: (count: number, shown: string) =>
      `${personen(count, shown)} ${plural('de', count, { one: 'ist', other: 'sind' })} eingeladen oder vom Verzeichnis angelegt und noch nicht ` +
      'gekommen; wer kommt, zählt ab dann mit.',
    since: (number: string) => `Seit Plan ${number}:`,
    change: (group: string, by: number) => `${group} ${signed(by)}`,
    unchanged: 'Die Gruppen sind so groß wie zuvor.',
    forecast: 'Wenn es heute Pflicht wäre',
    byGroup: 'Wer abgewiesen würde, nach Gruppen',
    forecastLead: (logins: string, persons: string) =>
      `Die letzten 30 Tage nach den heutigen Gruppen. Anmeldungen: ${logins}, Personen: ${persons}.`,
    nobodyDenied: 'Niemand wäre abgewiesen worden.',
    denied: (count: number, shown: string) =>
      `${personen(count, shown)} ${plural('de', count, { one: 'verlöre ihren', other: 'verlören ihren' })} heutigen Weg`,
    deniedText: (logins: string) => `Anmeldungen anders als über eine aktive Verbindung, die dorthin geschickt würden: ${logins}.`,
    lockedOut: (count: number, shown: string) =>
      `${personen(count, shown)} ${plural('de', count, { one: 'wäre', other: 'wären' })} ausgesperrt`,
    lockedOutText: (logins: string) => `Anmeldungen von Personen, die keinen Weg hinein mehr fänden: ${logins}.`,
    observed: (would: string, denied: string) =>
      `Anmeldungen, die der Dienst selbst abgewiesen hätte: ${would}. Anmeldungen, die er abgewiesen hat: ${denied}.`,
    group: 'Gruppe',
    denials: 'Anmeldungen',
    peopleDenied: 'Personen',
    peopleLocked: 'Ausgesperrt',
    readiness: 'Was der Organisation noch fehlt',
    isReady: 'Der Organisation als Ganzer steht nichts im Weg.',
    toSso: 'Verbindungen und Domains',
    toEnforcement: 'Pflicht und Notfallkonten',
    toMembers: 'Mitglieder',
    toAccount: 'Eigenes Konto verknüpfen',
    reasons: 'Warum die Personen dort stehen',
    reason: 'Grund',
    days: 'Tag für Tag',
    noDays: 'Die Tage beginnen mit dem ersten Plan; jeder Tag fügt einen hinzu.',
    oneDay: 'Bisher ist ein Tag vermerkt. Das Diagramm beginnt mit dem zweiten.',
    day: 'Tag',
    asTable: 'Die Tage als Tabelle',
    chart: 'Personen je Gruppe, Tag für Tag',
    readyColumn: 'Bereit oder umgestellt',
    lockedColumn: 'Ausgesperrt',
    pace: (days: string, persons: string) =>
      `Umgestiegene Personen: ${persons}. Die Hälfte brauchte ab der ersten Nachricht höchstens ${days} ${plural('de', days, { one: 'Tag', other: 'Tage' })}.`,
    stuck: (count: number, shown: string, days: string) =>
      `${personen(count, shown)} ${plural('de', count, { one: 'wurde', other: 'wurden' })} vor mehr als ${days} ${plural('de', days, { one: 'Tag', other: 'Tagen' })} benachrichtigt und ${plural('de', count, { one: 'war', other: 'waren' })} noch nicht so angemeldet`,
    loadingChart: 'Das Diagramm wird geladen …',
  },
);
