// Loaded with `--require` into Vitest: requests to https://api-HOST go to http://HOST instead. See src/peers/qase.ts.
// Vitest's workers have VITEST in their environment from the start, and no reporter.
if (process.env.VITEST === undefined) {
  const http = require('node:http');
  const https = require('node:https');
  const { request } = https;
  https.request = (options, onResponse) => {
    if (!options.hostname?.startsWith('api-')) return request(options, onResponse);
    const [protocol, hostname] = ['http:', options.hostname.slice('api-'.length)];
    return http.request({ ...options, protocol, hostname, agent: undefined, agents: undefined }, onResponse);
  };
}
