import { HeadgateError, UnexpectedAnswer, isError } from '@headgate/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { NoAnswer, secondsToWait } from '../session/client';
import { NothingKept } from '../session/stores';
import { Button } from './button';
import styles from './notice.module.css';
import { PolicyRefusal } from './policy-refusal';

const texts = catalogue(
  {
    loading: 'Loading …',
    again: 'Try again',
    offline: 'The service did not answer. Check the connection, then try again.',
    away: (status: string) =>
      `A proxy before the service answered ${status}: the service does not run, or starts again. Try again in a minute.`,
    tooLarge: 'A proxy before the service refused this because it is too large. Send less, or ask your administrator to allow more.',
    foreign: (status: string) =>
      `The answer (${status}) is not one of this service. A proxy before it may have sent it. Try again; if that does not help, tell your administrator.`,
    failed: 'The service has failed. Try again; if that does not help, tell your administrator.',
    nothingKept:
      'The browser keeps no site data for this address, and without it you would not find back from the identity provider. Allow site data here, then try again.',
    wait: (span: string) => `Try again in ${span}.`,
    broken: 'Something went wrong on this page. Reload it; if that does not help, tell your administrator.',
    request: (id: string) => `Request ${id}`,
    forbiddenTitle: 'You may not see this',
    forbidden: 'Your role here does not allow it. Ask an owner or an administrator of the organization for a role that does.',
  },
  {
    loading: 'Wird geladen …',
    again: 'Erneut versuchen',
    offline: 'Der Dienst hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    away: (status: string) =>
      `Ein Proxy vor dem Dienst hat mit ${status} geantwortet: Der Dienst läuft nicht oder startet neu. Versuchen Sie es in einer Minute noch einmal.`,
    tooLarge:
      'Ein Proxy vor dem Dienst hat das abgelehnt, weil es zu groß ist. Senden Sie weniger oder bitten Sie Ihre Administration, mehr zu erlauben.',
    foreign: (status: string) =>
      `Die Antwort (${status}) ist keine dieses Dienstes. Vielleicht kam sie von einem Proxy davor. Versuchen Sie es noch einmal; hilft das nicht, sagen Sie Ihrer Administration Bescheid.`,
    failed: 'Der Dienst hat einen Fehler. Versuchen Sie es noch einmal; hilft das nicht, sagen Sie Ihrer Administration Bescheid.',
    nothingKept:
      'Der Browser speichert für diese Adresse keine Websitedaten, und ohne sie führt kein Weg vom Identitätsanbieter zurück. Erlauben Sie sie hier und versuchen Sie es noch einmal.',
    wait: (span: string) => `Versuchen Sie es in ${span} noch einmal.`,
    broken: 'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu; hilft das nicht, sagen Sie Ihrer Administration Bescheid.',
    request: (id: string) => `Anfrage ${id}`,
    forbiddenTitle: 'Das dürfen Sie nicht sehen',
    forbidden: 'Ihre Rolle erlaubt das hier nicht. Bitten Sie die Inhaber oder Administratoren der Organisation um eine passende Rolle.',
  },
);

type Tone = 'info' | 'good' | 'warning' | 'bad';

const toned = (name: string, tone: Tone): string => `${styles[name]} ${tone === 'info' ? '' : styles[tone]}`;

export function Notice({ tone = 'info', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <div className={toned('notice', tone)} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

interface BadgeProps {
  readonly tone?: Tone;
  /** A name that somebody gave, or code: shown as it is written. */
  readonly isName?: boolean;
  readonly children: ReactNode;
}

export function Badge({ tone = 'info', isName = false, children }: BadgeProps) {
  return (
    <span className={toned('badge', tone)} data-name={isName || undefined}>
      {children}
    </span>
  );
}

/**
 * What a person needs to know about an error: its sentence, and the id by which an operator finds it. Nothing when
 * there is none.
 */
export function Problem({ error, onRetry }: { readonly error: Error | null; readonly onRetry?: () => void }) {
  const t = useTexts(texts);
  if (error === null) return null;
  const isAnswer = error instanceof HeadgateError;
  const wait = secondsToWait(error);
  if (isError(error, 'POLICY_REFUSED') && error.failed !== true)
    return (
      <Notice tone="bad">
        <PolicyRefusal refusal={error} onProven={onRetry} />
        <p className={styles['small']}>{t.request(error.request_id)}</p>
      </Notice>
    );
  return (
    <Notice tone="bad">
      <p>{sentenceOf(error, t)}</p>
      {wait !== undefined && <p>{t.wait(spanOf(wait))}</p>}
      {isAnswer && <p className={styles['small']}>{t.request(error.request_id)}</p>}
      {onRetry !== undefined && (
        <div>
          <Button onClick={onRetry}>{t.again}</Button>
        </div>
      )}
    </Notice>
  );
}

/** The units are the same in every language of these pages. */
function spanOf(seconds: number): string {
  if (seconds <= 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}

function sentenceOf(error: Error, t: (typeof texts)['en']): string {
  if (error instanceof HeadgateError) return error.message;
  if (error instanceof NoAnswer) return t.offline;
  if (error instanceof NothingKept) return t.nothingKept;
  if (!(error instanceof UnexpectedAnswer)) return t.broken;
  const { status } = error.response;
  if (status === 500) return t.failed;
  if (status === 413) return t.tooLarge;
  return [502, 503, 504].includes(status) ? t.away(String(status)) : t.foreign(String(status));
}

interface EmptyProps {
  readonly title: string;
  /** What the thing is for. */
  readonly children: ReactNode;
  /** The one next step. */
  readonly action?: ReactNode;
}

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={styles['empty']} data-empty>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

export function Loading() {
  const t = useTexts(texts);
  return (
    <p className={styles['loading']} role="status" data-loading>
      {t.loading}
    </p>
  );
}

export function Forbidden() {
  const t = useTexts(texts);
  return (
    <Empty title={t.forbiddenTitle}>
      <span>{t.forbidden}</span>
    </Empty>
  );
}

interface ShownProps<Data> {
  readonly of: UseQueryResult<Data, HeadgateError>;
  readonly children: (data: Data) => ReactNode;
}

/** What was read, or why it is not there: loading, refused, failed. */
export function Shown<Data>({ of, children }: ShownProps<Data>) {
  if (of.data !== undefined) {
    return (
      <>
        <Problem error={of.error} onRetry={() => void of.refetch()} />
        {children(of.data)}
      </>
    );
  }
  // A policy refuses with a sentence of its own: no other role would help.
  if (of.error?.status === 403 && !isError(of.error, 'POLICY_REFUSED')) return <Forbidden />;
  if (of.error !== null) return <Problem error={of.error} onRetry={() => void of.refetch()} />;
  return <Loading />;
}
