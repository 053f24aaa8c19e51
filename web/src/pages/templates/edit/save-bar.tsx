import { HeadgateError } from '@headgate/client';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { texts } from './texts';
import type { Editing } from './use-editing';

/** Whether everything is saved, and what saves it. */
export function SaveBar({ editing: { content, isDirty, isConflict, wasKept, save, discard } }: { readonly editing: Editing }) {
  const t = useTexts(texts);
  const { error } = save;
  const details = error instanceof HeadgateError && 'details' in error ? (error.details ?? []) : [];
  return (
    <Stack>
      {isDirty && !isConflict && <Notice tone="warning">{wasKept ? t.back : t.unsaved}</Notice>}
      {!isDirty && save.result !== undefined && <Notice tone="good">{t.savedNow}</Notice>}
      {isDirty && !isConflict && <Problem error={error} />}
      {isDirty && details.length > 0 && (
        <ul>
          {details.map(({ field, message }) => (
            <li key={field + message}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <Row>
        <Button look="primary" disabled={!isDirty || isConflict} isBusy={save.isRunning} onClick={() => save.run(content)}>
          {t.save}
        </Button>
        {isDirty && !isConflict && (
          <Button
            onClick={() => {
              save.reset();
              discard();
            }}
          >
            {t.discard}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
