import { HEADERS_OF_ANY } from './response-headers.js';

/** What a stranger has to know before the first call, in CommonMark: viewers show it above all operations. */
export const INTRODUCTION = `Accounts, access and data context for enterprise AI analytics.

## First calls

1. \`POST /api/auth/login\` with \`username\` and \`password\` answers an \`access_token\`. Where it answers \`MFA_REQUIRED\`, send the
   second factor to \`POST /api/auth/mfa/verify\`.
2. Send \`Authorization: Bearer <access_token>\` with every other call. \`POST /api/auth/refresh\` gets the next token once
   this one has expired, after \`expires_in\` seconds.
3. \`GET /api/v1/me\` says who you are, your organizations with their ids, and your permissions in each.
4. \`GET /api/v1/data-sources\` lists the databases that you may ask. Discover the schema of one, then query it:
   \`POST /api/v1/data-sources/{data_source_id}/discover-schema\`, \`POST /api/v1/data-sources/{data_source_id}/query\`.

Samples are for the typed client (\`clients/typescript\`), which keeps the tokens: \`headgate\` is what the sample of the login makes. The
examples of bodies work with the demo of a first start, where \`olivia\` owns organization 1.

## Answers and errors

A JSON success below \`/api/v1\` is \`{success: true, data, message}\`; below \`/api/auth\` there is no such envelope. An error is
\`{success: false, code, message, details?, request_id}\`. Its \`code\` is stable, its \`message\` is a sentence for a person, and
\`request_id\` finds the request in the logs. Below \`/scim/v2\` answers and errors follow RFC 7644.

## Permissions

An operation names the permissions that it needs; \`GET /api/v1/permissions\` says what each allows. A role in the organization or
in a workspace holds them. Without the permission the answer is 403; for an id of another organization, 404.

## Lists, changes, repeats, quotas

- Lists that come in pages take \`page\` and \`limit\`, and answer \`pagination\` with \`page\`, \`limit\`, \`total\` and \`pages\`.
- What has an \`ETag\`, other people may change too. Each PUT, PATCH and DELETE of it takes that \`ETag\` as \`If-Match\`: if another
  change came first, the answer is 412 and nothing is overwritten. Without the header the answer is 428, except where version 0.2 and
  SCIM took the change without it: organizations, members and their attributes, roles, workspaces, data sources, prompt templates,
  connections, domains, break-glass owners, and what directories send and map. Send it there too. Nothing without an \`ETag\`
  needs this: only you can change it, or it is a single value and the latest change counts.
- Every POST below \`/api/v1\` takes an \`Idempotency-Key\`. With an access token, it is done only once under the same key.
- Authenticated answers carry \`RateLimit\` and \`RateLimit-Policy\`. A request above a quota gets 429 \`QUOTA_EXCEEDED\` with \`Retry-After\`.

## Headers

Each operation names the headers of its answers. Any answer may also have these, of transport and security:
${HEADERS_OF_ANY.map((name) => `\`${name}\``).join(', ')}.
`;
