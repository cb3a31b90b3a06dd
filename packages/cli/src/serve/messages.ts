// Messages: Commands

/** serve. @fact */
export const servingResults = (folder: string, address?: string) =>
  `Serving the results of ${folder}${address === undefined ? '' : ` at ${address}`}`;

/** serve, below its address. @fact */
export const runYourTests = (canType: boolean) =>
  `Run your tests in another terminal: they report here without any setting. ${canType ? 'Press Enter to open the page, ' : 'Press '}Ctrl+C to stop.`;

/** serve --no-open, behind the address. @fact */
export const validOnce = '(valid once, for a minute)';

/** The name of the test plan of `testpoint serve`. @fact */
export const planOfServe = 'Runs on this machine';

/** serve, while another one runs in the folder. @fact */
export const servedAlready = (address: string) => `A server is running for this folder already, at ${address}`;

/**
 * serve --fresh, while another one runs in the folder.
 *
 * Press Ctrl+C in its terminal, then run this command again.
 */
export const notFresh = (address: string) => `A server is running for this folder at ${address}. Stop it first.`;

/** serve, with a wrong port. @fact */
export const wrongPort = 'Give a number from 0 to 65535; 0 picks a free one.';

/** serve, without the server’s package. */
export const noServer = (name: string) => `serve needs the package ${name}: npm install --save-dev ${name}`;
