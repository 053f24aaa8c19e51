import { useTexts } from '../../../i18n/texts';
import { Badge } from '../../../ui/notice';
import { texts } from '../texts';
import type { SsoConnection } from './read-connection';

const TONES = { draft: 'warning', tested: 'info', active: 'good', disabled: 'bad' } as const;

export function ConnectionBadge({ status }: Pick<SsoConnection, 'status'>) {
  const t = useTexts(texts);
  return <Badge tone={TONES[status]}>{t.status(status)}</Badge>;
}
