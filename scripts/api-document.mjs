// node scripts/api-document.mjs <file>
// Writes the API document of the built program.
import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { describeApi } from '../dist/src/create-app.js';
import { loadConfig } from '../dist/src/platform/config/config.js';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Say which file to write.');
await writeFile(file, `${JSON.stringify(await describeApi(loadConfig({})), null, 2)}\n`);
