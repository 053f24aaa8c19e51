import { catalogue } from '../../../i18n/texts';

/** How a statement can end. */
export const texts = catalogue(
  {
    running: 'running',
    generated: 'written, not run',
    succeeded: 'succeeded',
    rejected: 'refused',
    failed: 'failed',
    cancelled: 'cancelled',
    timed_out: 'took too long',
  },
  {
    running: 'läuft',
    generated: 'geschrieben, nicht ausgeführt',
    succeeded: 'erfolgreich',
    rejected: 'abgelehnt',
    failed: 'fehlgeschlagen',
    cancelled: 'abgebrochen',
    timed_out: 'dauerte zu lange',
  },
);
