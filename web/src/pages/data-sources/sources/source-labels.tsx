import { unwrap } from '@headgate/client';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { LabelsCard } from '../../../ui/labels-card';
import type { Source } from '../engines';

const SOURCES = '/api/v1/data-sources';
const SOURCE = '/api/v1/data-sources/{data_source_id}';

export function SourceLabels({ source }: { readonly source: Source }) {
  const may = usePermissions(source.organization_id);
  const send = async (labels: string[], over = source) => {
    const params = { path: { data_source_id: source.id } };
    return unwrap(await headgate.PATCH(SOURCE, { params, body: { labels }, ifMatch: over })).data_source;
  };
  return <LabelsCard labels={source.labels} mayChange={may('abac.grant')} send={send} changes={[SOURCES, SOURCE]} />;
}
