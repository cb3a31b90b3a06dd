// How scripts, tests and the fault laboratory see what a reference server holds.

export function inspect({ url, secretKey }, path) {
  return fetch(`${url}/inspect/${path}`, { headers: { SecretKeyBase64: secretKey } });
}

export async function resultsIn(service, runId) {
  const answer = await inspect(service, `runs/${runId}/history`);
  return answer.ok ? answer.json() : [];
}

export async function attachmentIn(service, id) {
  const details = await (await inspect(service, `attachments/${id}`)).json();
  const content = await (await inspect(service, `attachments/${id}/content`)).arrayBuffer();
  return { ...details, content: Buffer.from(content) };
}
