import { isError } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { Button } from '../../../ui/button';
import { TextArea, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Row } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { Conflict, isConflict } from '../../../ui/conflict';
import { Violations } from '../query/violations';
import { CHANGED, type Draft, type Entry, type Kind, NEW, create, replace } from './kinds';
import { texts } from './texts';

const isSame = (one: Draft, other: Draft): boolean =>
  one.name === other.name && one.definition === other.definition && one.synonyms === other.synonyms && one.sql === other.sql;

interface EntryFormProps {
  readonly kind: Kind;
  readonly source: number;
  /** `null` for a new one. */
  readonly entry: Entry | null;
  readonly onSaved?: (entry: Entry) => void;
}

/** A pair or a word, new or as it is. One that is no longer valid may be saved as it stands, which says that it still holds. */
export function EntryForm({ kind, source, entry, onSaved }: EntryFormProps) {
  const t = useTexts(texts);
  // What was read when the draft began: its version is sent with the change.
  const [begun, setBegun] = useState(entry);
  const [draft, setDraft] = useState(entry?.draft ?? NEW);
  const isDirty = !isSame(draft, begun?.draft ?? NEW);
  const beginAnew = (): void => {
    setBegun(entry);
    setDraft(entry?.draft ?? NEW);
  };
  if (!isDirty && begun?.read !== entry?.read) beginAnew();
  const save = useAction(async (over: Entry | null) => (over === null ? create(kind, source, draft) : replace(kind, over, draft)), {
    changes: CHANGED[kind],
    onDone: (saved) => {
      setBegun(saved);
      setDraft(saved.draft);
      onSaved?.(saved);
    },
  });
  const isRefused = isConflict(save.error);
  const mayConfirm = entry !== null && entry.state !== 'valid';
  const isWhole = draft.name.trim() !== '' && (kind === 'pairs' ? draft.sql : draft.definition).trim() !== '';
  const canSave = isWhole && (isDirty || mayConfirm) && !isRefused;
  return (
    <Form label={kind === 'pairs' ? t.pairs : t.terms} onSubmit={() => canSave && save.run(begun)}>
      <Fields kind={kind} draft={draft} onChange={setDraft} fieldError={save.fieldError} />
      {isRefused && entry !== null ? (
        <Conflict
          differences={differencesBetween(kind, entry.draft, draft, t)}
          isBusy={save.isRunning}
          onKeepMine={() => save.run(entry)}
          onTakeTheirs={() => {
            beginAnew();
            save.reset();
          }}
        />
      ) : (
        <Refusal error={save.error} sql={draft.sql} />
      )}
      {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
      <Row>
        <Button type="submit" look="primary" disabled={!canSave} isBusy={save.isRunning}>
          {mayConfirm && !isDirty ? t.confirm : t.save}
        </Button>
        {entry !== null && (
          <Button disabled={!isDirty} onClick={beginAnew}>
            {t.revert}
          </Button>
        )}
      </Row>
      <Unsaved isDirty={isDirty && !save.isRunning} endsWithSearch />
    </Form>
  );
}

interface FieldsProps {
  readonly kind: Kind;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly fieldError: (field: string) => string | undefined;
}

function Fields({ kind, draft, onChange, fieldError }: FieldsProps) {
  const t = useTexts(texts);
  if (kind === 'pairs')
    return (
      <>
        <TextArea
          label={t.question}
          value={draft.name}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
          error={fieldError('question')}
        />
        <TextArea
          label={t.sql}
          hint={t.sqlHint}
          value={draft.sql}
          onChange={({ target }) => onChange({ ...draft, sql: target.value })}
          error={fieldError('sql')}
        />
      </>
    );
  return (
    <>
      <TextField
        label={t.name}
        value={draft.name}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
        error={fieldError('name')}
      />
      <TextArea
        label={t.definition}
        value={draft.definition}
        onChange={({ target }) => onChange({ ...draft, definition: target.value })}
        error={fieldError('definition')}
      />
      <TextArea
        label={t.synonyms}
        hint={t.synonymsHint}
        value={draft.synonyms}
        onChange={({ target }) => onChange({ ...draft, synonyms: target.value })}
        error={fieldError('synonyms')}
      />
      <TextField
        label={t.expression}
        hint={t.expressionHint}
        value={draft.sql}
        onChange={({ target }) => onChange({ ...draft, sql: target.value })}
        error={fieldError('expression')}
      />
    </>
  );
}

function Refusal({ error, sql }: { readonly error: Error | null; readonly sql: string }) {
  const t = useTexts(texts);
  if (!isError(error, 'QUERY_REJECTED')) return <Problem error={error} />;
  return (
    <Notice tone="bad">
      <p>{t.refused}</p>
      <Violations sql={sql} violations={error.violations} />
    </Notice>
  );
}

function differencesBetween(kind: Kind, saved: Draft, draft: Draft, t: (typeof texts)['en']) {
  const all =
    kind === 'pairs'
      ? ([
          [t.question, 'name'],
          [t.sql, 'sql'],
        ] as const)
      : ([
          [t.name, 'name'],
          [t.definition, 'definition'],
          [t.synonyms, 'synonyms'],
          [t.expression, 'sql'],
        ] as const);
  return all.map(([what, field]) => ({ what, theirs: saved[field], mine: draft[field] })).filter(({ theirs, mine }) => theirs !== mine);
}
