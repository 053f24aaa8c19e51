import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { offerUndo } from '../../../session/undo';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Problem } from '../../../ui/notice';
import { CHANGED, type ColumnTag, type TagChange, sendTag, useTagChange } from './tag-api';
import { texts } from './texts';

interface RemoveTagProps {
  readonly source: number;
  readonly of: Omit<TagChange, 'state'>;
  /** `null` for a column that is gone: no tag comes back to it. */
  readonly was: ColumnTag['state'] | null;
}

/** Removing a tag may show what a policy hides by it, so it asks first; a tag that was dismissed hides nothing. */
export function RemoveTag({ source, of, was }: RemoveTagProps) {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  const close = (): void => {
    setAsked(false);
    remove.reset();
  };
  const { schema, relation, column, tag } = of;
  const place = { schema, relation, column, tag };
  const remove = useTagChange(source, () => {
    setAsked(false);
    if (was !== null) offerUndo({ text: t.removed(tag, column), changes: CHANGED, undo: () => sendTag(source, { ...place, state: was }) });
  });
  const confirmed = (): void => remove.run({ ...place, state: 'removed' });
  return (
    <>
      <Button
        look="danger"
        aria-label={t.removeFrom(tag, column)}
        isBusy={remove.isRunning}
        onClick={was === 'refused' ? confirmed : () => setAsked(true)}
      >
        {t.remove}
      </Button>
      {!isAsked && <Problem error={remove.error} />}
      <Confirm
        title={t.askRemove(tag)}
        isOpen={isAsked}
        onClose={close}
        verb={t.remove}
        onConfirm={confirmed}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        <p>
          <code>
            {schema}.{relation}.{column}
          </code>
        </p>
        <p>{t.removeLead}</p>
      </Confirm>
    </>
  );
}
