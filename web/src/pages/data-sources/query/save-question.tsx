import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { headgate } from '../../../session/client';
import { usePlace } from '../../../session/place';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { CheckField } from '../../../ui/field';
import type { SavedChart } from './saved-chart';
import { type Named, type Question, SAVED_QUESTION, SaveForm, namesOf } from './save-form';
import { useStatement } from './statement';

const texts = catalogue(
  {
    save: 'Save question',
    of: (question: string) => `Save question: ${question}`,
    lead: 'Everyone who may query this data source finds it, and gets the answer that their own rights allow. No rows are stored.',
    replace: (title: string) => `Replace “${title}”`,
    statement: 'Statement',
  },
  {
    save: 'Frage speichern',
    of: (question: string) => `Frage speichern: ${question}`,
    lead: 'Alle, die diese Datenquelle abfragen dürfen, finden sie und erhalten die Antwort, die ihre eigenen Rechte erlauben. Es werden keine Zeilen gespeichert.',
    replace: (title: string) => `„${title}“ ersetzen`,
    statement: 'Anweisung',
  },
);

const LONGEST_TITLE = 100;

export interface Savable {
  readonly source: number;
  readonly organization: number;
  readonly sql: string;
  /** In words, if it was asked so. */
  readonly question: string | null;
}

interface SaveQuestionProps {
  readonly of: Savable;
  /** As it is drawn now. */
  readonly chart: SavedChart | null;
}

/** Puts a statement that was run under an address. */
export function SaveQuestion({ of, chart }: SaveQuestionProps) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" {...(of.question !== null && { 'aria-label': t.of(of.question) })} onClick={() => setOpen(true)}>
        {t.save}
      </Button>
      <Dialog title={t.save} isOpen={isOpen} onClose={() => setOpen(false)}>
        <SaveBody of={of} chart={chart} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SaveBody({ of: { source, sql, question }, chart, onClose }: SaveQuestionProps & { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const earlier = useEarlier(source);
  const statement = useStatement(source);
  const [opened, setOpened] = usePlace('version');
  const [isNew, setNew] = useState(false);
  const replaced = isNew ? undefined : earlier;
  const send = async (named: Named, over: string): Promise<Question> => {
    if (replaced === undefined) {
      const params = { path: { data_source_id: source } };
      return unwrap(
        await headgate.POST('/api/v1/data-sources/{data_source_id}/saved-questions', { params, body: { ...named, question, sql, chart } }),
      ).saved_question;
    }
    const params = { path: { question_id: replaced.id } };
    return unwrap(await headgate.PATCH(SAVED_QUESTION, { params, body: { ...named, sql, chart }, ifMatch: over })).saved_question;
  };
  return (
    <>
      <p>{t.lead}</p>
      {earlier !== undefined && (
        <CheckField label={t.replace(earlier.title)} checked={!isNew} onChange={({ target }) => setNew(!target.checked)} />
      )}
      <SaveForm
        key={replaced?.id ?? 'new'}
        label={t.save}
        named={replaced === undefined ? { title: titleOf(question), description: '' } : namesOf(replaced)}
        {...(replaced !== undefined && {
          version: headgate.versionOf(replaced),
          begun: opened === undefined ? undefined : `"${opened}"`,
          others: [{ what: t.statement, theirs: replaced.sql ?? replaced.withheld, mine: sql }],
          onTakeTheirs: () => {
            if (replaced.sql !== null) statement.open(replaced.sql);
            setOpened(replaced.version);
            onClose();
          },
        })}
        send={send}
        onSaved={({ id }) => void navigate({ to: '/saved-questions/$question', params: { question: String(id) } })}
        onCancel={onClose}
      />
    </>
  );
}

/** The one that was opened in the editor. */
function useEarlier(source: number): Question | undefined {
  const [id] = usePlace('saved');
  const read = useRead(SAVED_QUESTION, { params: { path: { question_id: id ?? 0 } } }, { enabled: id !== undefined });
  const found = id === undefined ? undefined : read.data?.saved_question;
  return found?.id === id && found?.data_source_id === source ? found : undefined;
}

function titleOf(question: string | null): string {
  const words = (question ?? '').replaceAll(/\s+/g, ' ').trim();
  return words.length <= LONGEST_TITLE ? words : `${words.slice(0, LONGEST_TITLE - 1)}…`;
}
