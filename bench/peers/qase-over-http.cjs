// Only Vitest's main process runs the reporter. Its workers start with VITEST in their environment.
if (process.env.VITEST === undefined) {
  const http = require('node:http');
  const https = require('node:https');
  const { request } = https;
  https.request = (options, onResponse) =>
    options.hostname === 'api-stand-in'
      ? http.request({ ...options, protocol: 'http:', hostname: '127.0.0.1', agent: undefined }, onResponse)
      : request(options, onResponse);
}
