import type { Answer, HttpClient } from './http-client.js';

interface People {
  /** Tokens. */
  readonly asker: string;
  readonly owner: string;
}

/** Asks the owners for a change that was refused, as a page does. @returns the answer to the question */
export function askFor(http: HttpClient, asker: string, { body }: Answer): Promise<Answer> {
  const { organization_id: organization, kind, change } = body.access_request;
  const question = { kind, change, reason: 'Asked for by the test; ticket 4711.' };
  return http.post(`/api/v1/organizations/${organization}/access-requests`, question, { token: asker });
}

/** @returns the answer to a change that was refused first, and that an owner has then approved */
export async function withApproval(http: HttpClient, { asker, owner }: People, send: () => Promise<Answer>): Promise<Answer> {
  const refused = await send();
  if (refused.body.code !== 'OWNER_APPROVAL_REQUIRED') return refused;
  const asked = await askFor(http, asker, refused);
  const request = asked.body.data.access_request.id;
  const path = `/api/v1/organizations/${refused.body.access_request.organization_id}/access-requests/${request}/approve`;
  const approved = await http.post(path, undefined, { token: owner });
  return approved.status === 200 ? send() : approved;
}
