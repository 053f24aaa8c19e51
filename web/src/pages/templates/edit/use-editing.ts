import { unwrap } from '@headgate/client';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { reading } from '../../../session/read';
import { queries } from '../../../session/queries';
import { CHANGED, ONE, type Template } from '../template';
import { type Content, contentOf } from './content';

/** The working copy, and edits of it that are not saved yet. */
export const workingCopy = (template: number) => ({ params: { path: { template_id: template }, query: { version: 'draft' } } }) as const;

export function useEditing(template: Template) {
  const saved = contentOf(template);
  const draft = useDraft('template', saved, { version: template.updated_at });
  const { value: content, isDirty, isOutdated, isRestored, discard, overwrite } = draft;
  const save = useAction(
    async (body: Content) =>
      unwrap(
        await headgate.PUT(ONE, {
          params: { path: { template_id: template.id } },
          body: { ...body, parameters: [...body.parameters] },
          ifMatch: template,
        }),
      ),
    {
      changes: CHANGED,
      onDone: (answer) => {
        // The editor continues with what was stored, so that no older text shows for a moment.
        queries.setQueryData(reading(ONE, workingCopy(template.id)).queryKey, answer);
        discard();
      },
    },
  );
  return {
    content,
    saved,
    save,
    wasKept: isRestored,
    isDirty,
    isConflict: isOutdated,
    change: (part: Partial<Content>) => draft.change({ ...content, ...part }),
    discard,
    keepMine: overwrite,
  };
}

export type Editing = ReturnType<typeof useEditing>;
