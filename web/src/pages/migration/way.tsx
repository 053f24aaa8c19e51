import { useLocation } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { LinkButton } from '../../ui/button';
import { Card, Row } from '../../ui/layout';
import { CONNECTIONS } from '../sign-on/connection/read-connection';
import { ENFORCEMENT, type Preview, usePreview } from '../sign-on/enforcement/read-enforcement';
import { Loading } from '../../ui/notice';
import styles from './migration.module.css';
import { PLAN, WAVES } from './reads';

const texts = catalogue(
  {
    title: 'The way to single sign-on',
    next: (step: string) => `Next: ${step}`,
    done: 'Done',
    open: 'To do',
    go: 'Do this now',
    domain: 'put the record of your domain into the DNS',
    domainWhy: 'The provider may sign in only people of domains that belong to you. A TXT record in the DNS shows that one does.',
    connection: 'connect your identity provider',
    test: 'test the connection',
    connectionWhy: 'Enter what the provider shows you, sign in once as a test, then activate the connection. Nobody has to use it yet.',
    emergency: 'prepare two emergency accounts',
    emergencyWhy:
      'Two owners can still sign in with a password when the provider fails. Both set up a second factor under Account. Choose them, and let each record a drill.',
    mode: 'set single sign-on to optional',
    modeWhy: 'From then on people may use the provider. Passwords go on working.',
    plan: 'make the plan',
    planWhy: 'It says who could move today, and what the others lack. It changes nothing.',
    wave: 'move the first people',
    waveWhy: 'Choose a few who are ready, and create a wave with them. You can roll it back at any time.',
  },
  {
    title: 'Der Weg zu Single Sign-on',
    next: (step: string) => `Als Nächstes: ${step}`,
    done: 'Erledigt',
    open: 'Offen',
    go: 'Jetzt erledigen',
    domain: 'den Eintrag Ihrer Domain ins DNS setzen',
    domainWhy: 'Der Anbieter darf nur Personen Ihrer eigenen Domains anmelden. Ein TXT-Eintrag im DNS zeigt, dass eine Ihnen gehört.',
    connection: 'den Identitätsanbieter verbinden',
    test: 'die Verbindung testen',
    connectionWhy:
      'Tragen Sie ein, was der Anbieter Ihnen zeigt, melden Sie sich einmal zum Test an, und aktivieren Sie die Verbindung. Noch muss niemand sie nutzen.',
    emergency: 'zwei Notfallkonten vorbereiten',
    emergencyWhy:
      'Zwei Inhaber können sich auch dann mit Passwort anmelden, wenn der Anbieter ausfällt. Beide richten unter Konto einen zweiten Faktor ein. Wählen Sie sie aus, und lassen Sie beide eine Übung eintragen.',
    mode: 'Single Sign-on auf freiwillig stellen',
    modeWhy: 'Ab dann darf man den Anbieter nutzen. Passwörter gelten weiter.',
    plan: 'den Plan erstellen',
    planWhy: 'Er sagt, wer heute umsteigen könnte und was den anderen fehlt. Er ändert nichts.',
    wave: 'die ersten Personen umstellen',
    waveWhy: 'Wählen Sie einige aus, die bereit sind, und erstellen Sie mit ihnen eine Welle. Sie können sie jederzeit zurücknehmen.',
  },
);

type Step = 'domain' | 'connection' | 'emergency' | 'mode' | 'plan' | 'wave';

interface WayStep {
  readonly step: Step;
  /** What stands in the way until it is done. */
  readonly blockers: readonly Preview['blockers'][number]['code'][];
  /** The page of the organization on which it is done. */
  readonly page: string;
}

const STEPS: readonly WayStep[] = [
  { step: 'domain', blockers: ['DOMAIN_VERIFIED'], page: 'sso' },
  { step: 'connection', blockers: ['CONNECTION_ACTIVE', 'CONNECTION_TESTED'], page: 'sso' },
  { step: 'emergency', blockers: ['BREAK_GLASS_READY'], page: 'enforcement' },
  { step: 'mode', blockers: [], page: 'enforcement' },
  { step: 'plan', blockers: [], page: 'migration' },
  { step: 'wave', blockers: [], page: 'migration/people' },
];

interface WayProps {
  readonly organization: number;
  /** On the pages of single steps, without the list of all of them. */
  readonly isShort?: boolean;
}

/** Leads those who may require single sign-on from one step to the next, until people have begun to move. */
export function Way({ organization, isShort = false }: WayProps) {
  const t = useTexts(texts);
  const here = useLocation({ select: ({ pathname }) => pathname });
  const path = { organization_id: organization };
  const first = { page: 1, limit: 1 };
  const reads = {
    preview: usePreview(organization, true),
    enforcement: useRead(ENFORCEMENT, { params: { path } }),
    plan: useRead(PLAN, { params: { path, query: first } }),
    waves: useRead(WAVES, { params: { path, query: { page: 1, limit: 100 } } }),
    connections: useRead(CONNECTIONS, { params: { path: { org_id: organization }, query: first } }),
  };
  const preview = reads.preview.data?.preview;
  const mode = reads.enforcement.data?.enforcement.mode;
  const plan = reads.plan.data;
  const waves = reads.waves.data?.waves;
  const connections = reads.connections.data?.connections;
  // The page itself says what cannot be read now.
  const hasFailed = Object.values(reads).some(({ isError }) => isError);
  if (mode === undefined || mode === 'required' || hasFailed) return null;
  // It keeps its place while the service asks the DNS.
  if (preview === undefined || plan === undefined || waves === undefined || connections === undefined)
    return (
      <Card title={t.title}>
        <Loading />
      </Card>
    );
  const isMissing = new Set<string>(preview.blockers.map(({ code }) => code));
  const isDone = ({ step, blockers }: WayStep): boolean => {
    if (step === 'mode') return mode !== 'off';
    if (step === 'plan') return plan.plan !== null;
    if (step === 'wave') return waves.some(({ enforced_at: at }) => at !== null);
    return !blockers.some((code) => isMissing.has(code));
  };
  // One that is active needs no connecting.
  const isTestAlone = isMissing.has('CONNECTION_TESTED') && !isMissing.has('CONNECTION_ACTIVE');
  const nameOf = (step: Step): string => (step === 'connection' && isTestAlone ? t.test : t[step]);
  const next = STEPS.find((one) => !isDone(one));
  if (next === undefined) return null;
  const blocking = preview.blockers.filter(({ code }) => next.blockers.includes(code));
  const page = next.step === 'connection' && connections.length === 0 ? 'sso/new' : next.page;
  const to: string = `/organizations/${organization}/${page}`;
  return (
    <Card title={t.title}>
      <p>
        <strong>{t.next(nameOf(next.step))}</strong>
      </p>
      {!(next.step === 'connection' && isTestAlone) && <p>{t[`${next.step}Why`]}</p>}
      {blocking.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
      {here !== to && (
        <Row>
          <LinkButton look="primary" to={to} {...(next.step === 'wave' && { search: { group: 'ready_for_migration' } })}>
            {t.go}
          </LinkButton>
        </Row>
      )}
      {!isShort && (
        <ol className={styles['way']}>
          {STEPS.map((one) => (
            <li key={one.step} {...(one === next && { 'aria-current': 'step' as const })}>
              <span className={styles[isDone(one) ? 'done' : 'open']} role="img" aria-label={isDone(one) ? t.done : t.open}>
                {isDone(one) ? '✓' : '○'}
              </span>{' '}
              <span>{nameOf(one.step)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
