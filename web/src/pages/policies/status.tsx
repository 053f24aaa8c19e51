import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/notice';
import type { Policy } from './policy-api';
import { texts } from './texts';

/** Decisions tell whom it meets. */
export function isWatched(status: Policy['status']): boolean {
  return status === 'active' || status === 'shadow';
}

export function Status({ of }: { readonly of: Policy['status'] }) {
  const t = useTexts(texts);
  const tone = of === 'active' ? 'good' : of === 'shadow' ? 'warning' : 'info';
  return <Badge tone={tone}>{t[of === 'shadow' ? 'shadowState' : of]}</Badge>;
}
