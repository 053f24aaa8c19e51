import { unwrap } from '@headgate/client';
import { headgate } from '../../session/client';
import { type Read, useRead } from '../../session/read';
import { type TrailSearch, filtersOf } from './search';

/** The trail of an organization by its id, or that of the installation. */
export type Place = number | 'installation';

const OF_ORGANIZATION = '/api/v1/organizations/{org_id}/audit-events';
const OF_INSTALLATION = '/api/v1/audit-events';

export type TrailPage = Read<typeof OF_ORGANIZATION>;
export type AuditEvent = TrailPage['audit_events'][number];
export type Verification = Read<`${typeof OF_INSTALLATION}/verify`>;

const PAGE = 50;

const pathOf = (place: Place) => ({ org_id: place === 'installation' ? 0 : place });

export function useTrail(place: Place, search: TrailSearch) {
  const query = { ...filtersOf(search), page: search.page ?? 1, limit: PAGE };
  const isOfAll = place === 'installation';
  const own = useRead(OF_ORGANIZATION, { params: { path: pathOf(place), query } }, { enabled: !isOfAll });
  const all = useRead(OF_INSTALLATION, { params: { query } }, { enabled: isOfAll });
  return isOfAll ? all : own;
}

export function useActions(place: Place): readonly string[] {
  const isOfAll = place === 'installation';
  const own = useRead(`${OF_ORGANIZATION}/actions`, { params: { path: pathOf(place) } }, { enabled: !isOfAll });
  const all = useRead(`${OF_INSTALLATION}/actions`, {}, { enabled: isOfAll });
  return (isOfAll ? all : own).data?.actions ?? [];
}

/** @throws HeadgateError */
export async function verified(place: Place): Promise<Verification> {
  if (place === 'installation') return unwrap(await headgate.GET(`${OF_INSTALLATION}/verify`));
  return unwrap(await headgate.GET(`${OF_ORGANIZATION}/verify`, { params: { path: pathOf(place) } }));
}

/** All events that fit, as lines; the browser keeps them on its disk. @throws HeadgateError */
export async function exported(place: Place, search: TrailSearch): Promise<Blob> {
  const query = filtersOf(search);
  const lines =
    place === 'installation'
      ? unwrap(await headgate.GET(`${OF_INSTALLATION}/export`, { params: { query } }))
      : unwrap(await headgate.GET(`${OF_ORGANIZATION}/export`, { params: { path: pathOf(place), query } }));
  return new Response(lines).blob();
}

/** The id of the person with this name or address. @returns nothing if there is none @throws HeadgateError */
export async function idOfPerson(place: Place, name: string): Promise<number | null> {
  const query = { search: name, limit: 100 };
  const people =
    place === 'installation'
      ? unwrap(await headgate.GET('/api/v1/users', { params: { query } })).users.map((user) => ({
          ...user,
          user_id: Number(user.id),
        }))
      : unwrap(await headgate.GET('/api/v1/organizations/{org_id}/members', { params: { path: pathOf(place), query } })).members;
  const wanted = name.toLowerCase();
  const isThis = (text: string | null): boolean => text?.toLowerCase() === wanted;
  const found = people.find(({ username, email }) => isThis(username) || isThis(email));
  // Several people may have one name.
  const namesakes = people.filter(({ display_name: called }) => isThis(called));
  return found?.user_id ?? (namesakes.length === 1 ? (namesakes[0]?.user_id ?? null) : null);
}
