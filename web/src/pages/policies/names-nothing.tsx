import { useTexts } from '../../i18n/texts';
import { Badge, Notice } from '../../ui/notice';
import { texts } from './texts';

interface NamesNothingProps {
  readonly of: readonly { readonly deleted: boolean; readonly message: string; readonly hint: string | null }[];
}

/** Beside the status of a policy. */
export function NamesNothingMark({ of }: NamesNothingProps) {
  const t = useTexts(texts);
  if (of.length === 0) return null;
  return <Badge tone="warning">{of.some(({ deleted }) => deleted) ? t.namesDeleted : t.namesNothing}</Badge>;
}

/** Each name that nothing has, and what to do about it. */
export function NamesNothing({ of }: NamesNothingProps) {
  const t = useTexts(texts);
  if (of.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>{t.namesNothingLead}</p>
      <ul>
        {of.map(({ message, hint }, index) => (
          // One name may stand at two places.
          <li key={`${index} ${message}`}>{hint === null ? message : `${message} ${hint}`}</li>
        ))}
      </ul>
    </Notice>
  );
}
