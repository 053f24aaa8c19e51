// A stand-in for a language model, for machines that have none: it knows the questions of the demo templates, and answers them
// with true statements over the sample rivers. It speaks the chat completions of OpenAI, on loopback alone. A demo starts it itself;
// this is for a service that is not a demo.
import { createServer } from 'node:http';
import { answerModel } from '../dist/src/demo/stand-ins/language-model.js';

const server = createServer((request, response) => {
  answerModel(request, response).catch(() => response.destroy());
});
server.on('error', (error) => {
  console.error(`The stand-in does not start: ${error.message}. Give it another port: npm run demo:model -- 8124`);
  process.exitCode = 1;
});
server.listen(Number(process.argv[2] ?? 8123), '127.0.0.1', () => {
  console.log('A stand-in for a language model is listening. Start Headgate beside it with:\n');
  console.log(`  LLM_BASE_URL=http://127.0.0.1:${server.address().port}/v1 LLM_MODEL=demo npm start\n`);
});
