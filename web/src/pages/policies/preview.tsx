import { useTexts } from '../../i18n/texts';
import { Notice, Problem } from '../../ui/notice';
import { formTexts } from './form/form-texts';
import { KeptOut } from './kept-out';
import { LockedOut } from './locked-out';
import type { Draft } from './policy-api';
import styles from './policies.module.css';
import { Simulation } from './simulation';
import { Verdict, type useValidation } from './validation';

interface PreviewProps {
  readonly organization: number;
  readonly replaces?: number;
  readonly draft: Draft;
  readonly checked: ReturnType<typeof useValidation>;
  /** Fields of the form that are still empty. */
  readonly lacks: readonly string[];
  /** Where a form is filled in, its text is shown. */
  readonly isShowingText: boolean;
}

/** What the service says about a draft: whether it is valid, whom it would keep out, and what it would have changed. */
export function Preview({ organization, replaces, draft, checked: { data, error }, lacks, isShowingText }: PreviewProps) {
  const f = useTexts(formTexts);
  const lockedOut = data?.locked_out_owners ?? [];
  return (
    <>
      {isShowingText && (
        <div>
          <p className={styles['label']}>{f.written}</p>
          <pre className={styles['text']}>{draft.text}</pre>
        </div>
      )}
      {lacks.length > 0 ? (
        <Notice tone="warning">{f.lacking(lacks.join(', '))}</Notice>
      ) : (
        <>
          {data === undefined ? (
            <Problem error={error} />
          ) : (
            <Verdict valid={data.valid} problems={data.problems} examples={data.examples} />
          )}
          {data !== undefined && data.warnings.length > 0 && (
            <Notice tone="warning">
              <ul>
                {data.warnings.map(({ message, hint }) => (
                  <li key={message}>{hint === null ? message : `${message} ${hint}`}</li>
                ))}
              </ul>
            </Notice>
          )}
          {lockedOut.length > 0 && (
            <Notice tone="warning">
              <LockedOut organization={organization} owners={lockedOut} />
            </Notice>
          )}
          <KeptOut organization={organization} forecast={data?.kept_out ?? null} />
          <Simulation organization={organization} text={draft.text} {...(replaces !== undefined && { replaces })} />
        </>
      )}
    </>
  );
}
