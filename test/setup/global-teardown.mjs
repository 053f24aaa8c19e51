export default async function globalTeardown() {
  await globalThis.headgateTestServer?.stop();
}
