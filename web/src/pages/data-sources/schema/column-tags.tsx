import { unwrap } from '@headgate/client';
import { useId, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Row } from '../../../ui/layout';
import { Badge, Notice, Problem } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { RemoveTag } from '../tags/remove-tag';
import { CHANGED, TAGS, useTagChange, useTags, wordsOf } from '../tags/tag-api';
import { texts } from '../tags/texts';
import type { Relation } from './relation';

interface ColumnTagsProps {
  readonly source: number;
  readonly relation: Relation;
  readonly column: string;
  readonly mayTag: boolean;
}

/** What a column holds, in words that data policies go by. */
export function ColumnTags({ source, relation, column, mayTag }: ColumnTagsProps) {
  const t = useTexts(texts);
  const [isAdding, setAdding] = useState(false);
  const { data } = useTags(source);
  const own = (data?.tags ?? []).filter(
    (one) => one.schema === relation.schema_name && one.relation === relation.name && one.column === column && one.state !== 'refused',
  );
  return (
    <>
      {own.map((one) => (
        <Row key={one.tag}>
          <Badge isName>{one.tag}</Badge>
          {mayTag && <RemoveTag source={source} of={one} />}
        </Row>
      ))}
      {mayTag && (
        <Button look="quiet" aria-label={t.addTo(column)} onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      )}
      <Dialog title={t.addTo(column)} isOpen={isAdding} onClose={() => setAdding(false)}>
        <NewTag source={source} relation={relation} column={column} onClose={() => setAdding(false)} />
      </Dialog>
    </>
  );
}

interface NewTagProps extends Omit<ColumnTagsProps, 'mayTag'> {
  readonly onClose: () => void;
}

function NewTag({ source, relation, column, onClose }: NewTagProps) {
  const t = useTexts(texts);
  const id = useId();
  const draft = useDraft<string>(`tag ${JSON.stringify([relation.schema_name, relation.name, column])}`, '');
  const tag = draft.value;
  const { data } = useTags(source);
  const close = (): void => {
    draft.discard();
    onClose();
  };
  const set = useTagChange(source, close);
  const place = { schema: relation.schema_name, relation: relation.name, column };
  const refusal = set.fieldError('tag');
  return (
    <Form label={t.addTo(column)} onSubmit={() => tag !== '' && set.run({ ...place, tag, state: 'set' })}>
      <p>{t.addLead}</p>
      <TextField
        label={t.tag}
        required
        hint={t.hint}
        value={tag}
        list={id}
        onChange={({ target }) => draft.change(target.value)}
        error={refusal}
      />
      <datalist id={id}>
        {wordsOf(data?.tags).map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <Restored of={draft} />
      {refusal === undefined && <Problem error={set.error} />}
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={set.isRunning}>
          {t.add}
        </Button>
      </Actions>
    </Form>
  );
}

/** For a relation with tags: its new columns stay hidden from the people of a policy by tags until they are reviewed. */
export function ReviewColumns({ source, relation }: Pick<ColumnTagsProps, 'source' | 'relation'>) {
  const t = useTexts(texts);
  const { data } = useTags(source);
  const review = useAction(
    async () => {
      const body = {
        schema: relation.schema_name,
        relation: relation.name,
        columns: relation.columns.map(({ name }) => name),
      };
      return unwrap(await headgate.POST(`${TAGS}/review`, { params: { path: { data_source_id: source } }, body }));
    },
    { changes: CHANGED },
  );
  const hasTags = (data?.tags ?? []).some(
    (one) => one.schema === relation.schema_name && one.relation === relation.name && one.state !== 'refused',
  );
  if (!hasTags) return null;
  return (
    <Notice>
      <p>{review.result === undefined ? t.reviewLead : t.reviewed}</p>
      <Problem error={review.error} />
      {review.result === undefined && (
        <Row>
          <Button isBusy={review.isRunning} onClick={() => review.run(undefined)}>
            {t.review}
          </Button>
        </Row>
      )}
    </Notice>
  );
}
