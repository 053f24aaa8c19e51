import { createHash } from 'node:crypto';
import { checkText } from '../../dist/src/abac/adapters/cedar/check-text.js';

const PLACES = 10;
const LABELS = [['eu'], ['us'], ['plain', 'eu'], [], ['x']];
const CONTEXT = { amr: ['pwd'] };

/** Each about something else, so that Cedar evaluates all of them; none refuses. */
const textOf = (index) =>
  `forbid (principal, action, resource is Workspace) when { resource.labels.contains("label-${index}") } unless { context.deviceTrusted };`;

/** Policies in force in an organization, and workspaces of five kinds. @returns what its owner asks: one question, and fifty at once */
export async function seedQuestions(client, database, organizationId, policies) {
  for (let index = 0; index < policies; index += 1) await putInForce(database, organizationId, index);
  await database.query(
    'INSERT INTO abac_epochs (organization_id, epoch, is_deciding) VALUES ($1, 1, true) ON CONFLICT (organization_id) DO UPDATE SET epoch = abac_epochs.epoch + 1, is_deciding = true',
    [organizationId],
  );
  const places = [];
  for (let index = 0; index < PLACES; index += 1) {
    const body = { name: `Asked about ${index}`, settings: { allow_public_access: true }, labels: LABELS[index % LABELS.length] };
    places.push((await client.send('POST', `/api/v1/organizations/${organizationId}/workspaces`, body)).data.workspace.id);
  }
  const { rows: people } = await database.query(
    'SELECT user_id AS id FROM organization_members WHERE organization_id = $1 AND arrived_at IS NOT NULL ORDER BY user_id LIMIT 5',
    [organizationId],
  );
  const about = ({ id }, place) => ({ subject: { type: 'user', id: String(id) }, resource: { type: 'workspace', id: String(place) } });
  const asked = { action: { name: 'workspace.read' }, context: CONTEXT };
  const evaluations = Array.from({ length: 50 }, (_, index) => about(people[index % people.length], places[index % PLACES]));
  return { one: { ...asked, ...evaluations[0] }, fifty: { ...asked, evaluations } };
}

async function putInForce(database, organizationId, index) {
  const text = textOf(index);
  const { content } = checkText({ organizationId, text });
  const { rows } = await database.query(
    `INSERT INTO abac_policies (organization_id, name, status, created_at, updated_at) VALUES ($1, $2, 'active', now(), now()) RETURNING id`,
    [organizationId, `Policy ${index}`],
  );
  await database.query(
    `INSERT INTO abac_policy_versions (policy_id, version, organization_id, text, tree, effect, actions, sha256, examples, state, author_id, created_at)
     VALUES ($1, 1, $2, $3, $4, 'forbid', '{}', $5, '[]', 'active', 1, now())`,
    [rows[0].id, organizationId, text, JSON.stringify(content.tree), createHash('sha256').update(text).digest('hex')],
  );
}
