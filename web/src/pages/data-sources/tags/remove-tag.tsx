import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { type TagChange, useTagChange } from './tag-api';
import { texts } from './texts';

interface RemoveTagProps {
  readonly source: number;
  readonly of: Omit<TagChange, 'state'>;
}

/** Removing a tag may show what a policy hides by it, so it asks first. */
export function RemoveTag({ source, of }: RemoveTagProps) {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  const close = (): void => {
    setAsked(false);
    remove.reset();
  };
  const { schema, relation, column, tag } = of;
  const remove = useTagChange(source, () => setAsked(false));
  return (
    <>
      <Button look="danger" aria-label={t.removeFrom(tag, column)} onClick={() => setAsked(true)}>
        {t.remove}
      </Button>
      <Confirm
        title={t.askRemove(tag)}
        isOpen={isAsked}
        onClose={close}
        verb={t.remove}
        onConfirm={() => remove.run({ schema, relation, column, tag, state: 'removed' })}
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
