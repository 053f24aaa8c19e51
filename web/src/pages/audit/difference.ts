import { catalogue, useTexts } from '../../i18n/texts';
import { permissionTexts } from '../organization/permissions';
import type { AuditEvent } from './trail-api';

const texts = catalogue(
  {
    became: (before: string, after: string) => `${before} → ${after}`,
    gained: (permissions: string) => `Now also: ${permissions}`,
    lost: (permissions: string) => `No longer: ${permissions}`,
    changed: (fields: string) => `Changed: ${fields}`,
    nothing: 'nothing',
  },
  {
    became: (before: string, after: string) => `${before} → ${after}`,
    gained: (permissions: string) => `Jetzt auch: ${permissions}`,
    lost: (permissions: string) => `Nicht mehr: ${permissions}`,
    changed: (fields: string) => `Geändert: ${fields}`,
    nothing: 'nichts',
  },
);

/** Values that are not names. */
const values = catalogue(
  {
    off: 'Off',
    optional: 'Optional',
    report_only: 'Report only',
    required: 'Required',
    draft: 'Draft',
    scheduled: 'Scheduled',
    notified: 'Announced',
    enforced: 'Started',
    paused: 'Paused',
    rolled_back: 'Rolled back',
  },
  {
    off: 'Aus',
    optional: 'Freiwillig',
    report_only: 'Nur beobachten',
    required: 'Pflicht',
    draft: 'Entwurf',
    scheduled: 'Terminiert',
    notified: 'Angekündigt',
    enforced: 'Gestartet',
    paused: 'Pausiert',
    rolled_back: 'Zurückgenommen',
  },
);

/** What can be changed, as events name it; what is not here stands among the technical details alone. */
const fields = catalogue(
  {
    name: 'name',
    description: 'description',
    labels: 'labels',
    category: 'category',
    tags: 'tags',
    text: 'text',
    parameters: 'parameters',
    model: 'model',
    newDataSources: 'new data sources',
    workspaceId: 'workspace',
    'connection.host': 'host',
    'connection.port': 'port',
    'connection.database': 'database',
    'connection.user': 'role',
    'connection.password': 'password',
    'connection.file': 'file',
    issuer: 'issuer',
    client_id: 'client ID',
    client_secret: 'client secret',
    certificates: 'certificates',
    provisions: 'new accounts',
    defaultRoleId: 'default role',
    allowPublicAccess: 'access of viewers',
  },
  {
    name: 'Name',
    description: 'Beschreibung',
    labels: 'Labels',
    category: 'Kategorie',
    tags: 'Tags',
    text: 'Text',
    parameters: 'Parameter',
    model: 'Modell',
    newDataSources: 'neue Datenquellen',
    workspaceId: 'Arbeitsbereich',
    'connection.host': 'Host',
    'connection.port': 'Port',
    'connection.database': 'Datenbank',
    'connection.user': 'Rolle',
    'connection.password': 'Passwort',
    'connection.file': 'Datei',
    issuer: 'Aussteller',
    client_id: 'Client-ID',
    client_secret: 'Client-Secret',
    certificates: 'Zertifikate',
    provisions: 'neue Konten',
    defaultRoleId: 'Standardrolle',
    allowPublicAccess: 'Zugriff von Betrachtern',
  },
);

type Event = Pick<AuditEvent, 'action' | 'detail'>;
type Words = Readonly<Record<string, string>>;

const listIn = (value: Event['detail'][string] | undefined): readonly string[] => (Array.isArray(value) ? value : []);

/** From what to what an event changed its thing, in words. */
export function useDifference(): (event: Event) => string {
  const t = useTexts(texts);
  const inWords: Words = useTexts(values);
  const fieldNames: Words = useTexts(fields);
  const permissions: Words = useTexts(permissionTexts);
  return ({ action, detail }) => {
    const said = (value: string): string => (action.startsWith('sso.') ? (inWords[value] ?? value) : value);
    const [now, before] = [listIn(detail['permissions']), listIn(detail['permissions_before'])];
    const isAboutPermissions = detail['permissions_before'] !== undefined;
    const sentences = (names: readonly string[]): string => names.map((name) => permissions[name] ?? name).join(' ');
    const gained = isAboutPermissions ? now.filter((one) => !before.includes(one)) : [];
    const lost = isAboutPermissions ? before.filter((one) => !now.includes(one)) : [];
    const changed = listIn(detail['changed']).flatMap((field) => fieldNames[field] ?? []);
    return [
      ...pairsIn(detail).map(([from, to]) => t.became(from === null ? t.nothing : said(from), to === null ? t.nothing : said(to))),
      ...(gained.length > 0 ? [t.gained(sentences(gained))] : []),
      ...(lost.length > 0 ? [t.lost(sentences(lost))] : []),
      ...(changed.length > 0 ? [t.changed(changed.join(', '))] : []),
    ].join(' · ');
  };
}

/** Before and after, wherever an event has both. */
function pairsIn(detail: Event['detail']): readonly (readonly [string | null, string | null])[] {
  const isSaid = (value: Event['detail'][string] | undefined): value is string | null => typeof value === 'string' || value === null;
  const pair = (before: string, after: string) => {
    const [from, to] = [detail[before], detail[after]];
    return isSaid(from) && isSaid(to) && from !== to ? [[from, to] as const] : [];
  };
  return [...pair('from', 'to'), ...pair('former_name', 'name'), ...pair('former_host', 'host'), ...pair('issuer_before', 'issuer')];
}
