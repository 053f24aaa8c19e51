import { useLanguage } from '../../i18n/texts';

type Place = 'sso' | 'enforcement' | 'members' | 'account';

interface Obstacle {
  /** Where it is fixed; `null`: on this very page. */
  readonly place: Place | null;
  /** For what a plan kept, in English: the service itself says the rest in the reader's language. */
  readonly german?: string;
}

/** Obstacles of the organization (`org_blockers`) and of the start of a wave (`gates`). */
const OBSTACLES: Readonly<Record<string, Obstacle>> = {
  NO_ACTIVE_CONNECTION: { place: 'sso', german: 'Keine Verbindung zu einem Identitätsanbieter ist aktiv.' },
  CONNECTION_NOT_TESTED: {
    place: 'sso',
    german: 'Keine Verbindung hat so, wie sie eingerichtet ist, einen Test bestanden.',
  },
  CONNECTION_TEST_TOO_OLD: {
    place: 'sso',
    german: 'Der letzte bestandene Test ist älter als 24 Stunden; testen Sie am Tag der Umstellung erneut.',
  },
  NO_VERIFIED_DOMAIN: { place: 'sso', german: 'Keine Domain ist nachgewiesen; so lässt sich kein Konto verknüpfen.' },
  DOMAIN_DRIFTED: { place: 'sso', german: 'Bei einer Domain fehlt der DNS-Eintrag; dort wird niemand neu verknüpft.' },
  NO_BREAK_GLASS: { place: 'enforcement', german: 'Zu wenige Inhaber sind für Notfälle ausgenommen; es braucht zwei.' },
  BREAK_GLASS_NOT_READY: {
    place: 'enforcement',
    german: 'Die Notfallkonten sind nicht bereit: aktive Inhaber mit zweitem Faktor und einer Übung in letzter Zeit.',
  },
  NO_OWNER_USES_SSO: {
    place: 'account',
    german: 'Noch kein Inhaber hat sich über eine aktive Verbindung angemeldet.',
  },
  ADDRESS_HELD: {
    place: 'members',
    german:
      'Benutzer des Verzeichnisses haben kein Konto, weil ein anderer Benutzer ihre Adresse hat: Die Liste der bereitgestellten Personen nennt beide.',
  },
  ENFORCEMENT_MODE: { place: 'enforcement' },
  CONNECTION_ACTIVE: { place: 'sso' },
  CONNECTION_TESTED: { place: 'sso' },
  DOMAIN_VERIFIED: { place: 'sso' },
  BREAK_GLASS_READY: { place: 'enforcement' },
  PREVIOUS_WAVE: { place: null },
  NOBODY_TO_MOVE: { place: null },
};

export const placeOfCure = (code: string): Place | null => OBSTACLES[code]?.place ?? null;

export function useObstacle(): (of: { readonly code: string; readonly message: string }) => string {
  const language = useLanguage();
  return ({ code, message }) => (language === 'de' ? (OBSTACLES[code]?.german ?? message) : message);
}
