import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { Page } from '../../ui/layout';
import { Badge, Forbidden, Shown } from '../../ui/notice';
import { WorkspaceLink } from '../../ui/workspace';
import { ClosedSource } from './closed-source';
import { ENGINES, type Source } from './engines';
import styles from './source-frame.module.css';
import { texts } from './texts';

type Part = 'schema' | 'ask' | 'query' | 'knowledge' | 'tags' | 'settings';

const PARTS: readonly { readonly name: Part; readonly permission: string }[] = [
  { name: 'schema', permission: 'data_source.read' },
  { name: 'ask', permission: 'query.run' },
  { name: 'query', permission: 'query.run' },
  { name: 'knowledge', permission: 'query.run' },
  { name: 'tags', permission: 'abac.read' },
  { name: 'settings', permission: 'data_source.write' },
];

/** What a closed source shows; of these, only people who may open it see more than its settings. */
const OF_CLOSED: readonly Part[] = ['schema', 'tags', 'settings'];

interface SourceFrameProps {
  readonly part: Part;
  readonly children: (source: Source, may: (permission: string) => boolean) => ReactNode;
}

/** What all pages of one data source share: its name, its parts, and the answer to people who may not open it. */
export function SourceFrame({ part, children }: SourceFrameProps) {
  const t = useTexts(texts);
  const { source: id } = useParams({ strict: false });
  const read = useRead('/api/v1/data-sources/{data_source_id}', { params: { path: { data_source_id: Number(id) } } });
  const source = read.data?.data_source;
  return (
    <Page
      title={source === undefined ? t.unnamed : `${source.name}: ${t[part]}`}
      actions={
        source && (
          <>
            <WorkspaceLink organization={source.organization_id} workspace={source.workspace_id} />
            <Badge>{ENGINES[source.engine]}</Badge>
          </>
        )
      }
    >
      <Shown of={read}>{({ data_source }) => <Parts source={data_source} part={part} show={children} />}</Shown>
    </Page>
  );
}

interface PartsProps {
  readonly source: Source;
  readonly part: Part;
  readonly show: SourceFrameProps['children'];
}

/** In a narrow window the parts stand in one line that scrolls. */
const showCurrent = (parts: HTMLElement | null): void =>
  parts?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

function Parts({ source, part, show }: PartsProps) {
  const t = useTexts(texts);
  const may = usePermissions(source.organization_id, source.workspace_id);
  const mayOpen = may('abac.grant');
  const isShown = source.state === 'open' || part === 'settings' || (mayOpen && OF_CLOSED.includes(part));
  const open = PARTS.filter(({ permission }) => may(permission));
  return (
    <>
      <nav className={styles['parts']} aria-label={t.parts} ref={showCurrent}>
        {open.map(({ name }) => (
          <Link key={name} to={`/data-sources/$source/${name}`} params={{ source: String(source.id) }}>
            {t[name]}
          </Link>
        ))}
      </nav>
      <ClosedSource source={source} mayOpen={mayOpen} />
      {open.some(({ name }) => name === part) ? isShown && show(source, may) : <Forbidden />}
    </>
  );
}
