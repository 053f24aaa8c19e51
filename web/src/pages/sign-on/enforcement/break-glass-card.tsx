import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { useMe } from '../../../session/me';
import { type Read, useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Button } from '../../../ui/button';
import { NotSaved, isConflict } from '../../../ui/conflict';
import { Help } from '../../../ui/help';
import { Card, Row, Stack } from '../../../ui/layout';
import { Badge, Notice, Problem, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { Unsaved } from '../../../ui/unsaved';
import { ENFORCEMENT, type Enforcement, PREVIEW } from './read-enforcement';
import { texts } from './texts';
import { Person, nameOf } from '../../../ui/person';

const HOLDERS = '/api/v1/roles/{role_id}/holders';
const MOST = 5;

interface BreakGlassProps {
  readonly enforcement: Enforcement;
  readonly mayEnforce: boolean;
}

export function BreakGlassCard({ enforcement, mayEnforce }: BreakGlassProps) {
  const t = useTexts(texts);
  const page = usePageOf('owners');
  const roles = useRead('/api/v1/organizations/{org_id}/roles', {
    params: { path: { org_id: enforcement.organization_id } },
  });
  const ownerRole = roles.data?.roles.find(({ name }) => name === 'owner')?.id;
  const owners = useRead(
    HOLDERS,
    { params: { path: { role_id: ownerRole ?? 0 }, query: { page, limit: 20 } } },
    { enabled: ownerRole !== undefined },
  );
  return (
    <div id="break-glass">
      <Card title={t.breakGlass}>
        <p>
          {t.breakGlassText} <Help at="from-passwords-to-sso#4-a-way-in-for-emergencies" about={t.breakGlass} />
        </p>
        <Shown of={roles}>
          {() => (
            <Shown of={owners}>
              {({ holders, pagination }) => (
                <Stack>
                  <Designation {...{ enforcement, mayEnforce, owners: holders }} />
                  <Pager pagination={pagination} list="owners" />
                </Stack>
              )}
            </Shown>
          )}
        </Shown>
        <Drill enforcement={enforcement} />
      </Card>
    </div>
  );
}

interface DesignationProps extends BreakGlassProps {
  readonly owners: Read<typeof HOLDERS>['holders'];
}

function Designation({ enforcement, mayEnforce, owners }: DesignationProps) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const version = headgate.versionOf(enforcement);
  const draft = useDraft<readonly number[]>('break-glass', idsOf(enforcement), { version, isSame: isSameSet });
  const { value: chosen, isDirty: isChanged } = draft;
  const designate = useAction(
    async (over: string) =>
      unwrap(
        await headgate.PUT('/api/v1/sso/enforcement/{organization_id}/break-glass', {
          params: { path: { organization_id: enforcement.organization_id } },
          body: { user_ids: [...chosen] },
          ifMatch: over,
        }),
      ).enforcement,
    { changes: [ENFORCEMENT, PREVIEW], onDone: (now) => draft.begin(idsOf(now), headgate.versionOf(now)) },
  );
  const isRefused = isConflict(designate.error);
  const named = (ids: readonly number[]): string =>
    ids
      .map((id) => nameOf(owners.find(({ user_id: one }) => one === id) ?? accountOf(id) ?? { username: String(id), display_name: null }))
      .join(', ') || '—';
  const accountOf = (id: number) => enforcement.break_glass.find(({ user_id: one }) => one === id);
  const since = (time: string | null = null): string => (time === null ? t.never : relative(time));
  return (
    <Stack>
      <Table
        caption={t.breakGlass}
        rows={owners}
        keyOf={({ user_id: id }) => id}
        columns={[
          {
            title: t.owner,
            cell: ({ user_id: id, status, ...owner }) => (
              <label>
                <input
                  type="checkbox"
                  aria-label={t.isBreakGlass(nameOf(owner))}
                  checked={chosen.includes(id)}
                  disabled={!mayEnforce || (chosen.length >= MOST && !chosen.includes(id))}
                  onChange={({ target }) => draft.change(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
                />{' '}
                <Person of={owner} /> {status !== 'active' && <Badge tone="bad">{t.disabled(status)}</Badge>}
              </label>
            ),
          },
          {
            title: t.readiness,
            cell: ({ user_id: id }) => {
              const account = accountOf(id);
              if (account === undefined) return t.notChosen;
              const lack = account.drilled_at === null ? t.noDrill : t.notReady;
              return <Badge tone={account.is_ready ? 'good' : 'warning'}>{account.is_ready ? t.ready : lack}</Badge>;
            },
          },
          { title: t.drilled, cell: ({ user_id: id }) => since(accountOf(id)?.drilled_at) },
          { title: t.used, cell: ({ user_id: id }) => since(accountOf(id)?.last_used_at) },
        ]}
      />
      <NotSaved
        save={designate}
        draft={draft}
        differences={[{ what: t.breakGlass, theirs: named(idsOf(enforcement)), mine: named(chosen) }]}
        onKeepMine={() => designate.run(version)}
      />
      {mayEnforce && (
        <Row>
          <Button disabled={!isChanged || isRefused} isBusy={designate.isRunning} onClick={() => designate.run(draft.begun.version)}>
            {t.designate}
          </Button>
          <span>{t.most}</span>
        </Row>
      )}
      <Unsaved of={draft} />
    </Stack>
  );
}

const idsOf = ({ break_glass: accounts }: Enforcement): readonly number[] => accounts.map(({ user_id: id }) => id);

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  new Set([...one, ...other]).size === one.length && one.length === other.length;

function Drill({ enforcement }: { readonly enforcement: Enforcement }) {
  const t = useTexts(texts);
  const me = useMe();
  const drill = useAction(
    async () =>
      unwrap(
        await headgate.POST('/api/v1/sso/enforcement/{organization_id}/break-glass/drill', {
          params: { path: { organization_id: enforcement.organization_id } },
        }),
      ),
    { changes: [ENFORCEMENT, PREVIEW] },
  );
  if (!enforcement.break_glass.some(({ user_id: id }) => String(id) === me?.user.id)) return null;
  return (
    <Stack>
      <p>{t.drillText}</p>
      <Problem error={drill.error} />
      {drill.result !== undefined && <Notice tone="good">{t.drillDone}</Notice>}
      <Row>
        <Button isBusy={drill.isRunning} onClick={() => drill.run(undefined)}>
          {t.drill}
        </Button>
      </Row>
    </Stack>
  );
}
