import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { reading } from '../../../session/read';
import { queries } from '../../../session/session';
import { CHANGED, ONE, type Template } from '../template';
import { type Content, type Draft, contentOf, isSame, keepDraft, keptDraft } from './draft';

/** The working copy, and edits of it that are not saved yet. */
export const workingCopy = (template: number) => ({ params: { path: { template_id: template }, query: { version: 'draft' } } }) as const;

export function useEditing(user: string, template: Template) {
  const id = String(template.id);
  const [draft, setDraft] = useState<Draft | null>(() => keptDraft(user, id));
  const [wasKept] = useState(draft !== null);
  const hold = (next: Draft | null): void => {
    setDraft(next);
    keepDraft(user, id, next);
  };
  const saved = contentOf(template);
  const content = { ...saved, ...draft?.content };
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
        hold(null);
      },
    },
  );
  return {
    content,
    saved,
    save,
    wasKept,
    isDirty: draft !== null,
    /** Another person has changed it since these edits began. */
    isConflict: draft !== null && draft.version !== template.updated_at,
    change: (part: Partial<Content>) => {
      const next = { ...content, ...part };
      const version = draft?.version ?? template.updated_at;
      hold(isSame(next, saved) && version === template.updated_at ? null : { version, content: next });
    },
    discard: () => hold(null),
    /** The edits stay and will replace what the other person saved. */
    keepMine: () => hold({ version: template.updated_at, content }),
  };
}

export type Editing = ReturnType<typeof useEditing>;
