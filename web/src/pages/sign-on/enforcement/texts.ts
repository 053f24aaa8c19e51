import { plural } from '../../../i18n/plural';
import { catalogue } from '../../../i18n/texts';

type Mode = 'off' | 'optional' | 'report_only' | 'required';

export const texts = catalogue(
  {
    title: 'Enforcement',
    lead: 'Whether people must sign in through the identity provider.',
    now: (mode: string) => `Now: ${mode}`,
    mode: (mode: Mode) => ({ off: 'Off', optional: 'Optional', report_only: 'Report only', required: 'Required' })[mode],
    meaning: (mode: Mode) =>
      ({
        off: 'People can sign in in any way. Nothing is recorded.',
        optional: 'People can sign in through the provider or with a password.',
        report_only: 'Like optional, but records which sign-ins would be refused if it were required.',
        required: 'Everyone except break-glass accounts must use the provider. Other sessions end.',
      })[mode],
    modes: 'Mode',
    since: (when: string) => `Required since ${when}.`,
    graceUntil: (when: string) => `Sessions without single sign-on end at ${when}.`,
    membersRequired: (count: string) =>
      `Waves of the migration require it of ${count} ${plural('en', count, { one: 'member', other: 'members' })}.`,
    change: 'Change the mode',
    require: 'Require single sign-on',
    readOnly: 'Only owners can change this.',
    previewTitle: 'If it were required now',
    previewText: 'Looking changes nothing.',
    again: 'Look again',
    people: (count: number) =>
      `${plural('en', count, { one: 'person was', other: 'people were' })} or would have been refused in the last 30 days`,
    logins: (count: number) =>
      `of their ${plural('en', count, { one: 'sign-ins was', other: 'sign-ins were' })} or would have been refused`,
    neverCame: (count: number) => `${plural('en', count, { one: 'member has', other: 'members have' })} never come through the provider`,
    sessions: (count: number) => `${plural('en', count, { one: 'session', other: 'sessions' })} would end`,
    blockers: 'What stands in the way',
    noBlockers: 'Nothing stands in the way.',
    cure: (code: string) =>
      ({
        CONNECTION_ACTIVE: 'Connections',
        CONNECTION_TESTED: 'Connections',
        DOMAIN_VERIFIED: 'Domains',
        ADMIN_HAS_LOGGED_IN_BY_SSO: 'Link your account',
        BREAK_GLASS_READY: 'Break-glass accounts',
        CALLER_NOT_LOCKED_OUT: 'Link your account',
        PLAN_FRESH: 'Migration plan',
      })[code] ?? 'Single sign-on',
    requireTitle: 'Require single sign-on?',
    requireText: (denied: string, locked: string, sessions: string) =>
      `${denied} ${plural('en', denied, { one: 'person', other: 'people' })} would have been refused in the last 30 days. ${locked} ${plural('en', locked, { one: 'member has', other: 'members have' })} never used the provider and will be locked out. ${sessions} ${plural('en', sessions, { one: 'session', other: 'sessions' })} will end.`,
    grace: 'Grace in hours',
    graceHint: 'How long sessions without single sign-on continue: 0 to 168.',
    liftTitle: (mode: string) => `Change to “${mode}”?`,
    liftText: 'People can sign in in any way again at once. Requirements of migration waves are cancelled.',
    conflictTitle: 'Another person has changed the mode',
    conflict: (mine: string, theirs: string) => `You chose “${mine}”. Now it is “${theirs}”.`,
    breakGlass: 'Break-glass accounts',
    breakGlassText:
      'Owners who can sign in with password and second factor when the provider fails. To require single sign-on you need two, each with a second factor and a drill in the last 90 days.',
    owner: 'Owner',
    readiness: 'Readiness',
    ready: 'Ready',
    notReady: 'Not ready',
    noDrill: 'Drill missing',
    notChosen: 'Not designated',
    drilled: 'Last drill',
    used: 'Last used',
    never: 'never',
    designate: 'Save the break-glass accounts',
    most: 'At most five.',
    drill: 'Record my drill',
    drillText:
      'A drill shows that you can sign in without the provider. Sign in with your password and second factor, then press the button within ten minutes.',
    drillDone: 'Your drill was recorded.',
    isBreakGlass: (name: string) => `${name} is a break-glass account`,
    disabled: (status: 'disabled' | 'suspended') => ({ disabled: 'disabled', suspended: 'suspended' })[status],
  },
  {
    title: 'Pflicht zu Single Sign-on',
    lead: 'Ob sich die Leute der Organisation über den Identitätsanbieter anmelden müssen.',
    now: (mode: string) => `Jetzt: ${mode}`,
    mode: (mode: Mode) => ({ off: 'Aus', optional: 'Freiwillig', report_only: 'Nur beobachten', required: 'Pflicht' })[mode],
    meaning: (mode: Mode) =>
      ({
        off: 'Jeder Weg zur Anmeldung ist offen. Nichts wird notiert.',
        optional: 'Man meldet sich beim Anbieter oder mit Passwort an, wie man will.',
        report_only: 'Wie freiwillig; außerdem wird notiert, welche Anmeldungen eine Pflicht abweisen würde.',
        required: 'Nur der Anbieter lässt Leute hinein, ausgenommen Notfallkonten. Andere Sitzungen enden.',
      })[mode],
    modes: 'Modus',
    since: (when: string) => `Pflicht seit ${when}.`,
    graceUntil: (when: string) => `Sitzungen ohne Single Sign-on enden am ${when}.`,
    membersRequired: (count: string) =>
      `Für ${count} ${plural('de', count, { one: 'Mitglied', other: 'Mitglieder' })} ist es durch Wellen der Umstellung Pflicht.`,
    change: 'Modus ändern',
    require: 'Single Sign-on zur Pflicht machen',
    readOnly: 'Das können nur Inhaber ändern.',
    previewTitle: 'Wäre es jetzt Pflicht',
    previewText: 'Nachsehen ändert nichts.',
    again: 'Erneut nachsehen',
    people: (count: number) =>
      plural('de', count, {
        one: 'Person wurde in den letzten 30 Tagen abgewiesen oder wäre es worden',
        other: 'Personen wurden in den letzten 30 Tagen abgewiesen oder wären es worden',
      }),
    logins: (count: number) =>
      `ihrer Anmeldungen ${plural('de', count, { one: 'wurde abgewiesen oder wäre', other: 'wurden abgewiesen oder wären' })} es worden`,
    neverCame: (count: number) => `${plural('de', count, { one: 'Mitglied kam', other: 'Mitglieder kamen' })} noch nie über den Anbieter`,
    sessions: (count: number) => plural('de', count, { one: 'Sitzung würde enden', other: 'Sitzungen würden enden' }),
    blockers: 'Was im Weg steht',
    noBlockers: 'Nichts steht im Weg.',
    cure: (code: string) =>
      ({
        CONNECTION_ACTIVE: 'Verbindungen',
        CONNECTION_TESTED: 'Verbindungen',
        DOMAIN_VERIFIED: 'Domains',
        ADMIN_HAS_LOGGED_IN_BY_SSO: 'Eigenes Konto verknüpfen',
        BREAK_GLASS_READY: 'Notfallkonten',
        CALLER_NOT_LOCKED_OUT: 'Eigenes Konto verknüpfen',
        PLAN_FRESH: 'Plan der Umstellung',
      })[code] ?? 'Single Sign-on',
    requireTitle: 'Single Sign-on zur Pflicht machen?',
    requireText: (denied: string, locked: string, sessions: string) =>
      `${denied} ${plural('de', denied, { one: 'Person wäre', other: 'Personen wären' })} in den letzten 30 Tagen abgewiesen worden, ${locked} ${plural('de', locked, { one: 'Mitglied kam nie über den Anbieter und ist', other: 'Mitglieder kamen nie über den Anbieter und sind' })} ausgesperrt, ${sessions} ${plural('de', sessions, { one: 'Sitzung endet', other: 'Sitzungen enden' })}.`,
    grace: 'Frist in Stunden',
    graceHint: 'Wie lange Sitzungen weiterleben, die ohne Single Sign-on eröffnet wurden: 0 bis 168.',
    liftTitle: (mode: string) => `Zu „${mode}“ wechseln?`,
    liftText: 'Jeder Weg zur Anmeldung ist sofort wieder offen, und was Wellen der Umstellung verlangen, wird aufgehoben.',
    conflictTitle: 'Jemand anderes hat den Modus inzwischen geändert',
    conflict: (mine: string, theirs: string) => `Sie haben „${mine}“ gewählt. Jetzt gilt „${theirs}“. Wählen Sie erneut.`,
    breakGlass: 'Notfallkonten',
    breakGlassText:
      'Inhaber, die mit Passwort und zweitem Faktor hineinkommen, wenn der Anbieter ausfällt. Die Pflicht braucht mindestens zwei bereite: je mit zweitem Faktor und einer Übung in den letzten 90 Tagen.',
    owner: 'Inhaber',
    readiness: 'Bereitschaft',
    ready: 'Bereit',
    notReady: 'Nicht bereit',
    noDrill: 'Übung fehlt',
    notChosen: 'Nicht bestimmt',
    drilled: 'Letzte Übung',
    used: 'Zuletzt benutzt',
    never: 'nie',
    designate: 'Notfallkonten speichern',
    most: 'Höchstens fünf.',
    drill: 'Meine Übung festhalten',
    drillText:
      'Eine Übung zeigt, dass Sie ohne den Anbieter hineinkommen: Melden Sie sich mit Passwort und dem zweiten Faktor an, den Sie benutzen würden, und drücken Sie innerhalb von zehn Minuten den Knopf.',
    drillDone: 'Die Übung ist festgehalten.',
    isBreakGlass: (name: string) => `${name} ist ein Notfallkonto`,
    disabled: (status: 'disabled' | 'suspended') => ({ disabled: 'gesperrt', suspended: 'stillgelegt' })[status],
  },
);
