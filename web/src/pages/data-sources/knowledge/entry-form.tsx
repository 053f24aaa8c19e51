import { isError } from '@headgate/client';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
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

interface Field {
  readonly text: 'question' | 'sql' | 'name' | 'definition' | 'synonyms' | 'expression';
  readonly hint?: 'sqlHint' | 'synonymsHint' | 'expressionHint';
  readonly of: keyof Draft;
  readonly isRequired?: boolean;
  readonly isLong: boolean;
}

/** Each named as in the body that it is sent in. */
const FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  pairs: [
    { text: 'question', of: 'name', isLong: true, isRequired: true },
    { text: 'sql', hint: 'sqlHint', of: 'sql', isLong: true, isRequired: true },
  ],
  terms: [
    { text: 'name', of: 'name', isLong: false, isRequired: true },
    { text: 'definition', of: 'definition', isLong: true, isRequired: true },
    { text: 'synonyms', hint: 'synonymsHint', of: 'synonyms', isLong: true },
    { text: 'expression', hint: 'expressionHint', of: 'sql', isLong: false },
  ],
};

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
  const version = entry === null ? 'new' : headgate.versionOf(entry.read);
  const kept = useDraft(`${kind} ${entry?.id ?? 'new'}`, entry?.draft ?? NEW, { version });
  const { value: draft, isDirty } = kept;
  const save = useAction(async (over: string) => (entry === null ? create(kind, source, draft) : replace(kind, entry.id, over, draft)), {
    changes: CHANGED[kind],
    onDone: (saved) => {
      kept.begin(saved.draft, headgate.versionOf(saved.read));
      onSaved?.(saved);
    },
  });
  const isRefused = isConflict(save.error);
  const mayConfirm = entry !== null && entry.state !== 'valid';
  const hasNothingNew = entry !== null && !isDirty && !mayConfirm;
  return (
    <Form label={kind === 'pairs' ? t.pairs : t.terms} onSubmit={() => !hasNothingNew && !isRefused && save.run(kept.begun.version)}>
      {FIELDS[kind].map(({ text, hint, of, isLong, isRequired }) => {
        const Input = isLong ? TextArea : TextField;
        const told = { label: t[text], required: isRequired, isProse: of !== 'sql', hint: hint && t[hint], error: save.fieldError(text) };
        return <Input key={text} {...told} value={draft[of]} onChange={({ target }) => kept.patch({ [of]: target.value })} />;
      })}
      {isRefused && entry !== null ? (
        <Conflict
          differences={differencesBetween(kind, entry.draft, draft, t)}
          isBusy={save.isRunning}
          onKeepMine={() => save.run(version)}
          onTakeTheirs={() => {
            kept.discard();
            save.reset();
          }}
        />
      ) : (
        <Refusal error={save.error} sql={draft.sql} />
      )}
      {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
      <Row>
        <Button type="submit" look="primary" disabled={hasNothingNew || isRefused} isBusy={save.isRunning}>
          {mayConfirm && !isDirty ? t.confirm : t.save}
        </Button>
        {entry !== null && (
          <Button disabled={!isDirty} onClick={kept.discard}>
            {t.revert}
          </Button>
        )}
      </Row>
      <Unsaved of={kept} isDirty={isDirty && !save.isRunning} endsWithSearch />
    </Form>
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
  return FIELDS[kind]
    .map(({ text, of }) => ({ what: t[text], theirs: saved[of], mine: draft[of] }))
    .filter(({ theirs, mine }) => theirs !== mine);
}
