import { useTexts } from '../../../i18n/texts';
import { Conflict } from '../../../ui/conflict';
import { isSame } from './draft';
import { texts } from './texts';
import type { Editing } from './use-editing';
import { FieldValue } from './version-differences';

/** Two people have edited the same template. */
export function EditingConflict({ editing }: { readonly editing: Editing }) {
  const t = useTexts(texts);
  const { content, saved, keepMine, discard, save } = editing;
  const fields = (Object.keys(content) as (keyof typeof content)[]).filter((field) => !isSame(content[field], saved[field]));
  return (
    <Conflict
      differences={fields.map((field) => ({
        what: t[field],
        theirs: <FieldValue value={saved[field]} />,
        mine: <FieldValue value={content[field]} />,
      }))}
      onTakeTheirs={() => {
        save.reset();
        discard();
      }}
      onKeepMine={() => {
        keepMine();
        save.run(content);
      }}
      isBusy={save.isRunning}
    />
  );
}
