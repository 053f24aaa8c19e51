import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import type { Read } from '../../session/read';
import { Card } from '../../ui/layout';
import { Badge } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { useNames } from './names';
import type { WAVE, WaveMember } from './reads';
import { texts } from './wave-texts';
import { Person } from '../../ui/person';

interface MembersProps {
  readonly members: readonly WaveMember[];
  readonly pagination: Read<typeof WAVE>['pagination'];
}

export function WaveMembers({ members, pagination }: MembersProps) {
  const t = useTexts(texts);
  const names = useNames();
  const { relative } = useFormats();
  return (
    <Card title={t.members}>
      <Table
        caption={t.caption}
        rows={members}
        keyOf={({ user_id: id }) => id}
        columns={[
          {
            title: t.person,
            cell: (member) => <Person of={member} />,
          },
          {
            title: t.state,
            cell: ({ state }) => <Badge tone={state === 'failed' ? 'bad' : 'info'}>{names.states[state]}</Badge>,
          },
          { title: t.reason, cell: ({ reason }) => names.reasons[reason] },
          { title: t.isRequired, cell: ({ required }) => (required ? t.yes : t.no) },
          { title: t.lastLogin, cell: ({ last_sso_login_at: at }) => (at === null ? t.never : relative(at)) },
        ]}
      />
      <Pager pagination={pagination} />
    </Card>
  );
}
