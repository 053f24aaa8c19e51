import { useTexts } from '../../i18n/texts';
import type { Read } from '../../session/read';
import { Row } from '../../ui/layout';
import { Badge } from '../../ui/notice';
import { texts } from './texts';

export const USERS = '/api/v1/users';
export const USER = '/api/v1/users/{user_id}';

export type User = Read<typeof USERS>['users'][number];

export function Standing({ user: { status, is_system_admin: isAdmin, mail } }: { readonly user: User }) {
  const t = useTexts(texts);
  return (
    <Row>
      <Badge tone={status === 'active' ? 'good' : 'bad'}>{t[status]}</Badge>
      {mail?.state === 'undeliverable' && <Badge tone="bad">{t.undeliverable}</Badge>}
      {isAdmin && <Badge tone="warning">{t.systemAdmin}</Badge>}
    </Row>
  );
}
