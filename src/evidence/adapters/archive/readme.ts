/** In every archive, for whoever opens it years later. */
export const README = `Everything that Headgate kept when this file was made.

manifest.json lists the files, with their rows, bytes and SHA-256.
Each *.jsonl file has one JSON object a line (https://jsonlines.org), in UTF-8. Times are in UTC.
An empty file means that nothing of the kind was kept.

Left out:
- passwords, tokens, keys and other secrets, which Headgate keeps sealed or as digests;
- rows and statements of queries: they are data of the data sources, and data policies decide who sees them;
- of a person's export: other people. What the person did is listed by its id, time and kind;
- of a person's export: what they asked and saved, and what a directory says of them, in organizations that did
  not let their session in. Ask those organizations;
- of an organization's export: what belongs to the accounts of its members, such as sessions, devices and
  conversations, which each member exports;
- of an organization's export: which accounts the people of its directory have, until these people sign in;
- audit events in the archive of the operator (AUDIT_RETENTION_DAYS).
`;
