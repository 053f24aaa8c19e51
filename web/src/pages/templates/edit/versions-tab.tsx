import { unwrap } from '@headgate/client';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Read, useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Stack } from '../../../ui/layout';
import { Empty, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { CHANGED, type Template, VERSIONS } from '../template';
import { Comparison } from './comparison';
import { texts } from './texts';

type Version = Read<typeof VERSIONS>['versions'][number];

interface VersionsProps {
  readonly template: Template;
  readonly isDirty: boolean;
}

/** What was published, what differs between two versions, and how to restore one. */
export function VersionsTab({ template, isDirty }: VersionsProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const search = useSearch({ from: '/signed-in/templates/$template/edit' });
  const [restored, setRestored] = useState<number | null>(null);
  const path = { template_id: template.id };
  const versions = useRead(VERSIONS, { params: { path, query: { page: search.page ?? 1, limit: 20 } } });
  const restore = useAction(
    async (version: number) =>
      unwrap(
        await headgate.POST('/api/v1/prompt-templates/{template_id}/versions/{number}/restore', {
          params: { path: { ...path, number: version } },
          ifMatch: template,
        }),
      ),
    { changes: CHANGED, onDone: () => setRestored(null) },
  );
  return (
    <Shown of={versions}>
      {({ versions: rows, pagination }) =>
        rows.length === 0 ? (
          <Empty title={t.versions}>{t.noVersions}</Empty>
        ) : (
          <Stack>
            <Rows template={template} rows={rows} onRestore={setRestored} />
            <Pager pagination={pagination} />
            <Comparison template={template.id} from={search.from} to={search.to} latest={pagination.total} />
            <Confirm
              title={t.restoreTitle(number(restored ?? 0))}
              isOpen={restored !== null}
              onClose={() => setRestored(null)}
              verb={t.restore}
              onConfirm={() => restored !== null && restore.run(restored)}
              isBusy={restore.isRunning}
              error={restore.error}
            >
              <p>{t.restoreText}</p>
              {isDirty && <p>{t.restoreDirty}</p>}
            </Confirm>
          </Stack>
        )
      }
    </Shown>
  );
}

interface RowsProps {
  readonly template: Template;
  readonly rows: readonly Version[];
  readonly onRestore: (version: number) => void;
}

function Rows({ template, rows, onRestore }: RowsProps) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  return (
    <Table
      caption={t.versions}
      rows={rows}
      keyOf={(version) => version.number}
      columns={[
        { title: t.version, cell: (version) => t.versionOf(number(version.number)) },
        { title: t.when, isWhen: true, cell: ({ published_at: at }) => moment(at) },
        { title: t.by, cell: ({ published_by_user_id: by }) => t.account(by) },
        { title: t.news, cell: ({ message }) => message },
        {
          title: t.compareTitle,
          cell: (version) => (
            <Link
              to="/templates/$template/edit"
              params={{ template: String(template.id) }}
              search={{ tab: 'versions', from: version.number, to: 'draft' }}
            >
              {t.compare}
            </Link>
          ),
        },
        {
          title: t.restore,
          cell: (version) => (
            <Button aria-label={`${t.restore}: ${t.versionOf(number(version.number))}`} onClick={() => onRestore(version.number)}>
              {t.restore}
            </Button>
          ),
        },
      ]}
    />
  );
}
