import { useTexts } from '../../../i18n/texts';
import { isSameJson } from '../../../session/draft';
import { Conflict } from '../../../ui/conflict';
import { PlaceName } from '../../../ui/workspace';
import type { Content } from './content';
import { texts } from './texts';
import type { Editing } from './use-editing';
import { FieldValue } from './version-differences';

/** Two people have edited the same template. */
export function EditingConflict({ organization, editing }: { readonly organization: number; readonly editing: Editing }) {
  const t = useTexts(texts);
  const { content, saved, keepMine, discard, save } = editing;
  const fields = (Object.keys(content) as (keyof typeof content)[]).filter((field) => !isSameJson(content[field], saved[field]));
  const shown = (field: keyof Content, of: Content) =>
    field === 'workspace_id' ? <PlaceName organization={organization} workspace={of[field]} /> : <FieldValue value={of[field]} />;
  return (
    <Conflict
      differences={fields.map((field) => ({
        what: t[field],
        theirs: shown(field, saved),
        mine: shown(field, content),
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
