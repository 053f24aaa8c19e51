import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { NotSaved, isConflict } from '../../ui/conflict';
import { Actions } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Row } from '../../ui/layout';
import { moved } from '../../ui/moved';
import { SAVED_QUESTIONS } from '../data-sources/query/save-form';
import { FilterField } from '../organization/filter-field';
import { BOARD, BOARDS, type Board } from './board-api';
import { boardTexts } from './board-texts';
import styles from './boards.module.css';

/** As many as a list shows at once; the others are found by their words. */
const OFFERED = 50;

interface BoardFormProps {
  readonly label: string;
  readonly organization: number;
  /** `null` for a new one. */
  readonly board: Board | null;
  readonly onSaved: (board: Board) => void;
  readonly onCancel: () => void;
}

interface Placed {
  readonly id: number;
  readonly title: string;
}

/** Name and order of a board. */
export function BoardForm({ label, organization, board, onSaved, onCancel }: BoardFormProps) {
  const t = useTexts(boardTexts);
  const placed: readonly Placed[] = board?.questions.map(({ id, title }) => ({ id, title })) ?? [];
  // Titles are other people's, so no store of the browser gets them.
  const saved = { name: board?.name ?? '', placed };
  const version = board === null ? 'new' : headgate.versionOf(board);
  const draft = useDraft(`board ${board?.id ?? 'new'}`, saved, { isOfPage: true, version });
  const { value } = draft;
  const [search, setSearch] = useState('');
  const query = { organization_id: organization, page: 1, limit: OFFERED, ...(search !== '' && { search }) };
  const read = useRead(SAVED_QUESTIONS, { params: { query } });
  const lacks = search === '' ? t.nothingToAdd : t.nothingFound;
  const offered = read.data?.saved_questions.filter(({ id }) => value.placed.every((one) => one.id !== id)) ?? [];
  const save = useAction(
    async (over: string) => {
      const body = { name: value.name.trim(), question_ids: value.placed.map(({ id }) => id) };
      if (board === null) return unwrap(await headgate.POST(BOARDS, { body: { organization_id: organization, ...body } })).board;
      const params = { path: { board_id: board.id } };
      return unwrap(await headgate.PATCH(BOARD, { params, body, ifMatch: over })).board;
    },
    {
      changes: [BOARDS, BOARD],
      onDone: (done) => {
        draft.discard();
        onSaved(done);
      },
    },
  );
  const put = (next: readonly Placed[]): void => draft.patch({ placed: next });
  const isRefused = isConflict(save.error);
  const differences = [
    { what: t.name, theirs: saved.name, mine: value.name },
    { what: t.order, theirs: <Titles of={placed} />, mine: <Titles of={value.placed} /> },
  ];
  return (
    <Form label={label} onSubmit={() => isRefused || save.run(draft.begun.version)}>
      <TextField
        isProse
        label={t.name}
        required
        maxLength={100}
        value={value.name}
        onChange={({ target }) => draft.patch({ name: target.value })}
        error={save.fieldError('name')}
        autoFocus
      />
      <Order placed={value.placed} onPut={put} />
      <FilterField label={t.find} value={search} onFilter={setSearch} />
      <SelectField
        label={t.add}
        value=""
        hint={read.data !== undefined && offered.length === 0 ? lacks : undefined}
        error={save.fieldError('question_ids')}
        onChange={({ target }) => put([...value.placed, ...offered.filter(({ id }) => String(id) === target.value)])}
      >
        <option value="">{t.choose}</option>
        {offered.map(({ id, title, data_source_name }) => (
          <option key={id} value={id}>
            {`${title} (${data_source_name})`}
          </option>
        ))}
      </SelectField>
      <NotSaved
        save={save}
        draft={draft}
        differences={differences}
        onKeepMine={() => {
          draft.overwrite();
          save.run(version);
        }}
      />
      <Actions>
        <Button
          onClick={() => {
            draft.discard();
            onCancel();
          }}
        >
          {t.cancel}
        </Button>
        <Button type="submit" look="primary" disabled={isRefused} isBusy={save.isRunning}>
          {t.save}
        </Button>
      </Actions>
    </Form>
  );
}

function Titles({ of }: { readonly of: readonly Placed[] }) {
  return (
    <ol className={styles['order']}>
      {of.map(({ id, title }) => (
        <li key={id}>
          <span>{title}</span>
        </li>
      ))}
    </ol>
  );
}

interface OrderProps {
  readonly placed: readonly Placed[];
  readonly onPut: (placed: readonly Placed[]) => void;
}

function Order({ placed, onPut }: OrderProps) {
  const t = useTexts(boardTexts);
  return (
    <div>
      <h3>{t.order}</h3>
      {placed.length === 0 ? (
        <p>{t.nothingPlaced}</p>
      ) : (
        <ol className={styles['order']}>
          {placed.map(({ id, title }, place) => (
            <li key={id}>
              <span>{title}</span>
              <Row>
                <Button aria-label={t.up(title)} disabled={place === 0} onClick={() => onPut(moved(placed, place, place - 1))}>
                  ↑
                </Button>
                <Button
                  aria-label={t.down(title)}
                  disabled={place === placed.length - 1}
                  onClick={() => onPut(moved(placed, place, place + 1))}
                >
                  ↓
                </Button>
                <Button aria-label={t.takeOff(title)} onClick={() => onPut(placed.toSpliced(place, 1))}>
                  {t.remove}
                </Button>
              </Row>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
