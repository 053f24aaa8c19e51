import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Row } from '../../../ui/layout';
import { Badge } from '../../../ui/notice';
import styles from '../sign-on.module.css';
import { cureOf } from './cures';
import { RehearsedRoles } from './rehearsed-roles';
import type { ConnectionTest } from './read-connection';
import { StepLink } from './step-link';
import { texts } from './test-texts';
import { texts as wizard } from './wizard-texts';

export const STATUS_TONES = { running: 'info', passed: 'good', failed: 'bad' } as const;
const OUTCOME_TONES = { passed: 'good', warned: 'warning', failed: 'bad' } as const;

/** Each thing that was checked, with a link to where it can be corrected. */
export function TestReport({ test }: { readonly test: ConnectionTest }) {
  const t = useTexts(texts);
  const { instant } = useFormats();
  return (
    <>
      <Row>
        <h3>{t.report}</h3>
        <Badge tone={STATUS_TONES[test.status]}>{t.status(test.status)}</Badge>
        <span className={styles['soft']}>{instant(test.started_at)}</span>
      </Row>
      <ul className={styles['report']} aria-label={t.report}>
        {test.steps.map((step) => (
          <li key={step.step}>
            <span>
              <Badge tone={OUTCOME_TONES[step.outcome]}>{t.outcome(step.outcome)}</Badge>
            </span>
            <div>
              <strong>{t.step(step.step)}</strong>
              <span lang="en">{step.message}</span>
              <CureLine step={step} test={test} />
            </div>
          </li>
        ))}
      </ul>
      {test.outcome !== null && test.outcome.roles !== null && (
        <RehearsedRoles roles={test.outcome.roles} groups={test.outcome.mapping?.groups ?? []} />
      )}
      {test.outcome !== null && Object.keys(test.outcome.claims).length > 0 && (
        <details>
          <summary>{t.said}</summary>
          <dl className={styles['facts']}>
            {Object.entries(test.outcome.claims).map(([name, value]) => (
              <Claim key={name} name={name} value={value} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

interface CureProps {
  readonly step: ConnectionTest['steps'][number];
  readonly test: ConnectionTest;
}

function CureLine({ step, test }: CureProps) {
  const t = useTexts(texts);
  const w = useTexts(wizard);
  const cure = cureOf(step, test);
  if (cure === null) return null;
  return (
    <>
      <span>{t.cure(cure.text)}</span>
      {cure.at !== 'test' && (
        <Row>
          <StepLink step={cure.at}>{t.cureAt(w.step(cure.at))}</StepLink>
        </Row>
      )}
    </>
  );
}

function Claim({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
    </>
  );
}
