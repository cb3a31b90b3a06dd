// Vitest's workers have VITEST in their environment from the start, and have no reporter.
if (process.env.VITEST === undefined) {
  const http = require('node:http');
  const https = require('node:https');
  const { request } = https;
  https.request = (options, onResponse) =>
    options.hostname === 'api-stand-in'
      ? http.request({ ...options, protocol: 'http:', hostname: '127.0.0.1', agent: undefined }, onResponse)
      : request(options, onResponse);
}
