import type { ReactNode } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { LinkButton } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { Row } from '../../../ui/layout';
import { Badge } from '../../../ui/notice';
import query from '../query/query.module.css';
import { useStatement } from '../query/statement';
import { Violations } from '../query/violations';
import styles from './ask.module.css';
import type { Attempt, Verdict } from './turn';

const texts = catalogue(
  {
    title: 'Statement',
    corrected: 'Statement, corrected',
    of: (question: string) => `Statement for: ${question}`,
    allowed: 'allowed',
    refused: 'refused',
    checking: 'is being checked',
    why: 'The guard refuses it, so it was not run:',
    open: 'Open in the query page',
  },
  {
    title: 'Anweisung',
    corrected: 'Anweisung, verbessert',
    of: (question: string) => `Anweisung zu: ${question}`,
    allowed: 'erlaubt',
    refused: 'abgelehnt',
    checking: 'wird geprüft',
    why: 'Die Prüfung lehnt sie ab, darum wurde sie nicht ausgeführt:',
    open: 'Auf der Abfrageseite öffnen',
  },
);

interface StatementProps {
  readonly source: number;
  readonly question: string;
  readonly sql: string;
  readonly title?: string;
  readonly badge?: ReactNode;
  readonly children?: ReactNode;
}

/** SQL that cannot be changed here. The query page opens it unchanged. */
export function Statement({ source, question, sql, title, badge, children }: StatementProps) {
  const t = useTexts(texts);
  const { open } = useStatement(source);
  return (
    <div className={styles['statement']}>
      <Row>
        <h3>{title ?? t.title}</h3>
        {badge}
      </Row>
      <pre className={query['statement']} role="group" tabIndex={0} aria-label={t.of(question)}>
        {sql}
      </pre>
      {children}
      <Row>
        <LinkButton to="/data-sources/$source/query" params={{ source: String(source) }} onClick={() => open(sql)}>
          {t.open}
        </LinkButton>
        <CopyButton value={sql} of={t.of(question)} />
      </Row>
    </div>
  );
}

interface AttemptsProps {
  readonly source: number;
  readonly question: string;
  readonly attempts: readonly Attempt[];
}

/** What the model wrote, each with the verdict of the guard; the last one is what was run. */
export function Attempts({ source, question, attempts }: AttemptsProps) {
  const t = useTexts(texts);
  return attempts.map(({ sql, explanation, verdict }, index) => (
    <Statement
      key={index}
      source={source}
      question={question}
      sql={sql}
      title={index === 0 ? t.title : t.corrected}
      badge={<VerdictBadge verdict={verdict} />}
    >
      {explanation !== null && explanation !== '' && <p className={styles['soft']}>{explanation}</p>}
      {verdict !== null && !verdict.allowed && (
        <>
          <p>{t.why}</p>
          <Violations sql={sql} violations={verdict.violations} />
        </>
      )}
    </Statement>
  ));
}

function VerdictBadge({ verdict }: { readonly verdict: Verdict | null }) {
  const t = useTexts(texts);
  if (verdict === null) return <Badge>{t.checking}</Badge>;
  return verdict.allowed ? <Badge tone="good">{t.allowed}</Badge> : <Badge tone="bad">{t.refused}</Badge>;
}
