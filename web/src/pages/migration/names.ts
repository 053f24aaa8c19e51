import { useLanguage } from '../../i18n/texts';
import type { Actor, Group, ReasonCode, WaveState } from './reads';

interface Names {
  readonly groups: Readonly<Record<Group, string>>;
  /** What it means to be in the group. */
  readonly meanings: Readonly<Record<Group, string>>;
  readonly reasons: Readonly<Record<ReasonCode, string>>;
  readonly actors: Readonly<Record<Actor, string>>;
  readonly states: Readonly<Record<WaveState, string>>;
}

const en: Names = {
  groups: {
    already_using_sso: 'Already use single sign-on',
    ready_for_migration: 'Ready to move',
    needing_mfa_setup: 'Need a second factor',
    requires_admin_intervention: 'Need an administrator',
  },
  meanings: {
    already_using_sso: 'They come through the identity provider. Nothing to do.',
    ready_for_migration: 'They can move today: a wave can take them.',
    needing_mfa_setup: 'They set up a second factor first, to prove that the account is theirs.',
    requires_admin_intervention: 'An obstacle is in the way that they cannot remove themselves.',
  },
  reasons: {
    ACCOUNT_INACTIVE: 'Account or membership is not active',
    SCIM_DEPROVISIONED: 'Switched off in the directory',
    SERVICE_ACCOUNT: 'Service account',
    BREAK_GLASS_EXEMPT: 'Kept for emergencies',
    EXEMPT: 'Exempt for a time',
    SSO_OK: 'Uses single sign-on',
    LINK_BROKEN: 'Link to the identity provider is broken',
    IDENTITY_CONFLICT: 'Identity belongs to two accounts',
    EMAIL_MISMATCH: 'Addresses do not match',
    EXTERNAL_DOMAIN: "Address of another organization's domain",
    OTHER_ORG_ENFORCED: 'Another organization requires its own sign-on',
    SYSTEM_ADMINISTRATOR: 'Administers the installation',
    READY: 'Ready',
    MFA_PENDING: 'Second factor begun, not confirmed',
    MFA_WEAK_ONLY: 'Only recovery codes',
    MFA_MISSING: 'No second factor',
    SSO_STALE_90D: 'No single sign-on for 90 days',
    ALSO_USES_PASSWORD_30D: 'Also used the password in the last 30 days',
    LINK_UNUSED: 'Linked, never used',
    EMAIL_UNVERIFIED: 'Address not verified',
    NEVER_LOGGED_IN: 'Has never logged in',
  },
  actors: { user: 'the person', admin: 'an administrator', idp_admin: 'the operator of the identity provider' },
  states: {
    pending: 'Not told yet',
    invited: 'Told by mail',
    linked: 'Linked',
    verified: 'Has come through',
    enforced: 'Moved',
    exempt: 'Exempt',
    failed: 'Stays behind',
  },
};

const de: Names = {
  groups: {
    already_using_sso: 'Nutzen Single Sign-on schon',
    ready_for_migration: 'Bereit zum Umstieg',
    needing_mfa_setup: 'Brauchen einen zweiten Faktor',
    requires_admin_intervention: 'Brauchen die Administration',
  },
  meanings: {
    already_using_sso: 'Sie kommen über den Identitätsanbieter. Nichts zu tun.',
    ready_for_migration: 'Sie können heute umsteigen: Eine Welle kann sie aufnehmen.',
    needing_mfa_setup: 'Sie richten erst einen zweiten Faktor ein, um zu zeigen, dass das Konto ihnen gehört.',
    requires_admin_intervention: 'Ein Hindernis steht im Weg, das sie selbst nicht beheben können.',
  },
  reasons: {
    ACCOUNT_INACTIVE: 'Konto oder Mitgliedschaft ist nicht aktiv',
    SCIM_DEPROVISIONED: 'Im Verzeichnis abgeschaltet',
    SERVICE_ACCOUNT: 'Dienstkonto',
    BREAK_GLASS_EXEMPT: 'Für Notfälle ausgenommen',
    EXEMPT: 'Auf Zeit ausgenommen',
    SSO_OK: 'Nutzt Single Sign-on',
    LINK_BROKEN: 'Verknüpfung mit dem Identitätsanbieter ist defekt',
    IDENTITY_CONFLICT: 'Identität gehört zu zwei Konten',
    EMAIL_MISMATCH: 'Adressen stimmen nicht überein',
    EXTERNAL_DOMAIN: 'Adresse einer fremden Domain',
    OTHER_ORG_ENFORCED: 'Eine andere Organisation verlangt ihr eigenes Sign-on',
    SYSTEM_ADMINISTRATOR: 'Verwaltet die Installation',
    READY: 'Bereit',
    MFA_PENDING: 'Zweiter Faktor begonnen, nicht bestätigt',
    MFA_WEAK_ONLY: 'Nur Wiederherstellungscodes',
    MFA_MISSING: 'Kein zweiter Faktor',
    SSO_STALE_90D: 'Seit 90 Tagen kein Single Sign-on',
    ALSO_USES_PASSWORD_30D: 'Hat in den letzten 30 Tagen auch das Passwort benutzt',
    LINK_UNUSED: 'Verknüpft, nie benutzt',
    EMAIL_UNVERIFIED: 'Adresse nicht bestätigt',
    NEVER_LOGGED_IN: 'Hat sich noch nie angemeldet',
  },
  actors: {
    user: 'die Person',
    admin: 'die Administration',
    idp_admin: 'wer den Identitätsanbieter betreut',
  },
  states: {
    pending: 'Noch nicht benachrichtigt',
    invited: 'Per Mail benachrichtigt',
    linked: 'Verknüpft',
    verified: 'Hat sich schon so angemeldet',
    enforced: 'Umgestellt',
    exempt: 'Ausgenommen',
    failed: 'Bleibt zurück',
  },
};

const NAMES = { en, de } as const;

/** What the codes of the API are called on the pages. */
export function useNames(): Names {
  return NAMES[useLanguage()];
}

/** By primary reason; in English the API sends the sentence itself. */
const NEXT_ACTIONS_IN_GERMAN: Readonly<Partial<Record<ReasonCode, string>>> = {
  ACCOUNT_INACTIVE: 'Das Konto wieder aktivieren oder die Mitgliedschaft entfernen.',
  SCIM_DEPROVISIONED: 'Die Person im Verzeichnis aktivieren oder die Mitgliedschaft entfernen.',
  SERVICE_ACCOUNT: 'Entscheiden, wie dieses Konto ohne Person arbeitet, oder es entfernen: Kein Identitätsanbieter meldet es an.',
  BREAK_GLASS_EXEMPT: 'Nichts umzustellen: das Konto üben und ausgenommen lassen.',
  EXEMPT: 'Bis die Ausnahme endet, ist nichts umzustellen. Bis dahin klären, wie sich die Person anmeldet.',
  SSO_OK: 'Nichts zu tun.',
  LINK_BROKEN: 'Die Verbindung wieder aktivieren oder die Identität lösen, damit sich die Person neu verknüpfen kann.',
  IDENTITY_CONFLICT: 'Herausfinden, wem die Identität gehört, und die falsche lösen.',
  EMAIL_MISMATCH: 'Die Adresse des Kontos und die des Verzeichnisses oder Identitätsanbieters angleichen.',
  EXTERNAL_DOMAIN: 'Die Domain nachweisen, der Person eine Adresse der Organisation geben oder das Konto ausnehmen.',
  OTHER_ORG_ENFORCED: 'Mit der Person klären, welche Organisation sie anmeldet: Eine andere verlangt ihr eigenes Single Sign-on.',
  SYSTEM_ADMINISTRATOR: 'Die Identität von Hand verknüpfen: Konten, die die Installation verwalten, werden nie automatisch verknüpft.',
  READY: 'Sich einmal über Single Sign-on anmelden und mit dem zweiten Faktor bestätigen.',
  MFA_PENDING: 'Den begonnenen zweiten Faktor fertig einrichten.',
  MFA_WEAK_ONLY: 'Eine Authenticator-App oder einen Sicherheitsschlüssel einrichten: Wiederherstellungscodes allein zählen nicht.',
  MFA_MISSING: 'Eine Authenticator-App oder einen Sicherheitsschlüssel einrichten.',
};

export function useNextAction(): (of: { readonly primary_reason: ReasonCode; readonly next_action: string }) => string {
  const language = useLanguage();
  return ({ primary_reason: reason, next_action: action }) => (language === 'de' ? (NEXT_ACTIONS_IN_GERMAN[reason] ?? action) : action);
}
