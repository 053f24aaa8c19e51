import { useTexts } from '../../i18n/texts';
import { TextArea } from '../../ui/field';
import { Notice, Problem as Refusal } from '../../ui/notice';
import { LockedOut } from './locked-out';
import { type Draft, examplesIn } from './policy-api';
import { PolicyEditor } from './policy-editor';
import { Simulation } from './simulation';
import styles from './policies.module.css';
import { texts } from './texts';
import { Verdict, useValidation } from './validation';

interface DraftFieldsProps {
  readonly organization: number;
  /** The policy whose version in force the text would replace. */
  readonly replaces?: number;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

export function DraftFields({ organization, replaces, draft, onChange }: DraftFieldsProps) {
  const t = useTexts(texts);
  const { data, error } = useValidation(organization, draft, replaces);
  const lockedOut = data?.locked_out_owners ?? [];
  return (
    <>
      <div>
        <p className={styles['label']}>{t.policy}</p>
        <p className={styles['hint']}>{t.policyHint}</p>
      </div>
      <PolicyEditor
        label={t.text}
        initial={draft.text}
        onChange={(text) => onChange({ ...draft, text })}
        problems={data?.problems ?? NONE}
      />
      {data === undefined ? (
        <Refusal error={error} />
      ) : (
        <Verdict valid={data.valid} problems={data.problems} examples={data.examples} />
      )}
      {lockedOut.length > 0 && (
        <Notice tone="warning">
          <LockedOut organization={organization} owners={lockedOut} />
        </Notice>
      )}
      <TextArea
        label={t.examples}
        hint={t.examplesHint}
        rows={8}
        isCode
        value={draft.examples}
        onChange={({ target }) => onChange({ ...draft, examples: target.value })}
        error={examplesIn(draft.examples) === undefined ? t.examplesBroken : undefined}
      />
      <Simulation organization={organization} text={draft.text} {...(replaces !== undefined && { replaces })} />
    </>
  );
}

const NONE = [] as const;
