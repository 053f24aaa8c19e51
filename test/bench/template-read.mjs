import { compareReads } from './read.mjs';
import { startDatabase, startService } from './service.mjs';

/** What a template costs to read, with its permission check and signed links, beside a plain program. */
export async function templateRead(scratch, { profileDirectory }) {
  const database = await startDatabase(scratch);
  const service = await startService(scratch, { databaseUrl: database.url, profileDirectory });
  await compareReads(scratch, { name: 'template-read', routes: ['/api/v1/prompt-templates/1'], database, service });
}
