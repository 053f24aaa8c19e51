import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Badge, Notice } from '../../../ui/notice';
import { ENGINES, type Engine } from '../engines';
import styles from './connection-test.module.css';
import { type Encryption, type Step, type TestAnswer, stepsOf } from './test-steps';

const texts = catalogue(
  {
    ok: (kind: string, version: string, milliseconds: string) => `Connected to ${kind}, version ${version}, in ${milliseconds} ms.`,
    mayWrite: 'The account may do more than read. Use one that may only SELECT.',
    passed: 'done',
    failed: 'failed',
    not_tried: 'not tried',
    engine: 'Load the driver of the engine',
    address: 'This installation may connect to the address',
    reach: 'Reach the server and the database',
    tls: 'Agree on encryption',
    login: 'Sign in',
    open: 'Open the file',
    read: 'Read from it',
  },
  {
    ok: (kind: string, version: string, milliseconds: string) => `Verbunden mit ${kind}, Version ${version}, in ${milliseconds} ms.`,
    mayWrite: 'Das Konto darf mehr als lesen. Geben Sie der Datenquelle eines, das nur SELECT darf.',
    passed: 'erledigt',
    failed: 'fehlgeschlagen',
    not_tried: 'nicht versucht',
    engine: 'Treiber der Datenbank laden',
    address: 'Adresse ist für diese Installation erlaubt',
    reach: 'Server und Datenbank erreichen',
    tls: 'Verschlüsselung vereinbaren',
    login: 'Anmelden',
    open: 'Datei öffnen',
    read: 'Lesen',
  },
);

interface TestOutcomeProps {
  readonly engine: Engine;
  readonly encryption: Encryption;
  readonly answer: TestAnswer;
  /** What comes next. */
  readonly children: ReactNode;
}

/** How far an attempt to connect came. */
export function TestOutcome({ engine, encryption, answer, children }: TestOutcomeProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  return (
    <>
      <ol className={styles['steps']}>
        {stepsOf(encryption, answer).map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
      <Notice tone={answer.ok ? 'good' : 'bad'}>
        <p>{answer.ok ? t.ok(ENGINES[engine], answer.server_version, number(answer.latency_ms)) : answer.error.message}</p>
        {answer.ok && answer.warning !== null && <p>{t.mayWrite}</p>}
        <p>{children}</p>
      </Notice>
    </>
  );
}

const TONES = { passed: 'good', failed: 'bad', not_tried: 'info' } as const;

function StepLine({ step }: { readonly step: Step }) {
  const t = useTexts(texts);
  return (
    <li>
      <span>{t[step.name]}</span>
      <Badge tone={TONES[step.state]}>{t[step.state]}</Badge>
    </li>
  );
}
