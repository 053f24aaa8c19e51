import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/notice';
import type { DataPolicy } from './data-policy-api';
import { texts } from './texts';

export function Status({ of }: { readonly of: DataPolicy['status'] }) {
  const t = useTexts(texts);
  return <Badge tone={of === 'active' ? 'good' : 'info'}>{t[of]}</Badge>;
}
