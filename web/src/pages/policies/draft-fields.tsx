import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { TextArea } from '../../ui/field';
import { Notice, Problem as Refusal } from '../../ui/notice';
import { ActionSets } from './action-sets';
import { KeptOut } from './kept-out';
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
  // The editor has a text of its own, until another one is put into it.
  const [chosen, setChosen] = useState({ text: draft.text, times: 0 });
  const lockedOut = data?.locked_out_owners ?? [];
  return (
    <>
      <div>
        <p className={styles['label']}>{t.policy}</p>
        <p className={styles['hint']}>{t.policyHint}</p>
      </div>
      <ActionSets
        text={draft.text}
        onChoose={(text) => {
          onChange({ ...draft, text });
          setChosen((before) => ({ text, times: before.times + 1 }));
        }}
      />
      <PolicyEditor
        key={chosen.times}
        label={t.text}
        initial={chosen.text}
        onChange={(text) => onChange({ ...draft, text })}
        problems={data?.problems ?? NONE}
      />
      {data === undefined ? <Refusal error={error} /> : <Verdict valid={data.valid} problems={data.problems} examples={data.examples} />}
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
