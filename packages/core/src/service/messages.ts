// Messages: Runs and delivery

const CHECK_CREDENTIALS = 'check TMS_SECRET_KEY and TMS_USER_NAME.';

/** The key is wrong. */
export const wrongKey = `The service does not accept the credentials (HTTP 401): ${CHECK_CREDENTIALS}`;

/** The user lacks a permission. */
export const notPermitted = `This user is not permitted to do that (HTTP 403): ${CHECK_CREDENTIALS}`;

/** One of the refusals that a summary counts: it sets the result aside. @fact */
export const noTestPoint = 'The run has no test point for this autotest; compare with `testpoint catalog`.';

/** The proxy wants a password. */
export const proxyWantsPassword =
  'A proxy asks for credentials (HTTP 407): put them in the proxy variable (HTTPS_PROXY, HTTP_PROXY), as in http://user:password@host:port.';

/**
 * A single result is too large for the service.
 *
 * Let the test print or attach less.
 */
export const tooLarge = 'Request too large for the service (HTTP 413).';

const start = (runId: string | undefined) => `npx testpoint run start${runId === undefined ? '' : ` ${runId}`}`;

/** Results for a run that has not been started. */
export const runNotStarted = (status: number, runId: string | undefined) =>
  `The run has not been started (HTTP ${status}): start it with ${start(runId)}.`;

/** The run is over. */
export const runOver = (status: number, runId: string | undefined) =>
  `The run accepts no results (HTTP ${status}): start it again with ${start(runId)}, or name another run.`;

/**
 * The service refuses a request for a reason of its own, which follows.
 *
 * Correct what the service names.
 */
export const refused = (status: number) => `The service refused the request (HTTP ${status}).`;

/**
 * The service fails.
 *
 * Testpoint tries again. Check the service.
 */
export const unavailable = (status: number) => `The service can't answer right now (HTTP ${status}).`;

/** The project or the plan does not exist. */
export const noProjectOrPlan =
  'The service has no such project or plan (HTTP 404): check projectGlobalId (TMS_PROJECT_GLOBAL_ID), testPlanGlobalId (TMS_TEST_PLAN_GLOBAL_ID) and the url (TMS_URL).';

/** The run does not exist. */
export const noRun = 'The service has no such run (HTTP 404): check testRunId (TMS_TEST_RUN_ID) and the url (TMS_URL).';

/** The address redirects. */
export const redirected = (target: string, status: number | undefined) =>
  `The address redirects ${target} (HTTP ${status}). Testpoint does not follow redirects: set the url (TMS_URL) to the service itself.`;

/** A login page answers, or a web server answers that it has no such page. */
export const webPage = (title: string, status: number | undefined) =>
  `A web page (“${title}”) answered instead of the service (HTTP ${status}): check the url, and any proxy or login page in front of the service.`;

/** A web page without a title answers instead of the service: what we call it. @fact */
export const untitledPage = 'a web page without a title';

/**
 * The connection is lost.
 *
 * Testpoint tries again. Check the network and proxies on the way to the service.
 */
export const answerBroke = 'The connection broke before the answer was complete.';

const DOUBTS = {
  'no JSON': 'is neither JSON nor a short text',
  broken: 'broke off',
  late: 'did not end in time',
  'too long': 'is far too long',
};

/** Something other than the service answers. */
export const doubtfulAnswer = (doubt: keyof typeof DOUBTS, status: number | undefined, begin: string) =>
  `The answer ${DOUBTS[doubt]} (HTTP ${status}), so Testpoint can't tell whether the service did what was asked: check the url, and any proxy in front of the service.${begin && ` It begins: “${begin}”.`}`;

/** The service creates a run, but returns no id. */
export const answerLacks = (wanted: string, begin: string) =>
  `The service accepted the request, but its answer has no ${wanted}: “${begin}”. Check that the url is the service's.`;

/** The service creates a run, but returns far more than its id. */
export const answerTooLong = (wanted: string, begin: string) =>
  `The service accepted the request, but its answer is too long to hold a ${wanted}: “${begin}”. Check that the url is the service's.`;

/** The service asks for a pause. @fact */
export const pauseAsked = (until: string) => `the service asks us to wait until ${until} (Retry-After)`;

/** The service asks for a client certificate. */
export const wantsCertificate = (said: string) =>
  `The service asks for a client certificate (${said}), which Testpoint can't send: set the url (TMS_URL) to an address without this check, such as a proxy that has a certificate.`;

/**
 * The service, or a proxy, is slow.
 *
 * Testpoint tries again.
 */
export const lateAnswer = (timeout: number | undefined, via = '') =>
  `No complete answer within ${timeout} ms${via}: check the service and the network, or raise requestTimeout (TMS_REQUEST_TIMEOUT).`;

/** The service’s certificate has expired. */
export const certificateExpired =
  "The service's certificate has expired (CERT_HAS_EXPIRED): renew it at the url of the service, or correct the clock of this machine.";

/** The service’s certificate begins to be valid later. */
export const certificateNotYetValid =
  "The service's certificate is not valid yet (CERT_NOT_YET_VALID): correct the clock of this machine.";

/** The service’s certificate names other hosts than its address. */
export const certificateOfOtherHost =
  "The service's certificate belongs to another host (ERR_TLS_CERT_ALTNAME_INVALID): correct the host in the url (TMS_URL).";

/** The service’s certificate is signed by your own authority. */
export const certificateNotTrusted = (code: string) =>
  `The service's certificate is not trusted here (${code}): set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that signed it.`;

/** The proxy does not answer. */
export const noProxy = (host: string, variable: string, why: string) =>
  `No connection to the proxy ${host} from ${variable} (${why}): start it, correct ${variable}, or bypass it with NO_PROXY.`;

const ADVICE = {
  unknown: 'check the url and the network',
  notHttp: 'check the url (https:// if the service speaks TLS) and the network',
  notTls: 'write http:// in the url (TMS_URL), or correct its port',
  noHandshake:
    "check the url (TMS_URL): the service may ask for a client certificate, which Testpoint can't send, or take only other TLS versions",
};
export type ConnectionAdvice = keyof typeof ADVICE;

/**
 * Nothing listens at the address, or something that speaks http where the address begins with https, or the other way round.
 *
 * Check the url (TMS_URL), the service and the network.
 */
export const noConnection = (via: string, why: string, advice: ConnectionAdvice) =>
  `No connection to the service${via} (${why}): ${ADVICE[advice]}.`;

/** Why there is no connection, if the service speaks http and the address begins with https. @fact */
export const noTls = 'it does not speak TLS';

/** Why there is no connection, if something other than a web server listens. @fact */
export const noHttp = 'it does not speak HTTP';

/** The process has as many files and connections open as the system allows. */
export const noDescriptor =
  "This process can't open any more files or connections: raise `ulimit -n`, or close what the tests open.";

/** The cause if the process can’t open any more files or connections. @fact */
export const tooManyFiles = 'too many open files';

/** The proxy variable contains something else, such as a SOCKS proxy, or a password with a plain %. */
export const notAProxy = (variable: string) =>
  `${variable} does not contain the address of an HTTP proxy, such as http://user:p%40ss@host:3128: correct it, or bypass the proxy with NO_PROXY.`;

/** Something else listens where `testpoint serve` listened. */
export const otherServer = (origin: string) =>
  `${origin} is not the server that \`testpoint serve\` started, so nothing was sent to it. Start \`npx testpoint serve\` again.`;

/**
 * A run id that is not a GUID.
 *
 * Write testRunId (TMS_TEST_RUN_ID) as the service shows it.
 */
export const notARunId = (shown: string) => `${shown} is not a run's id: it must be a GUID. Nothing was sent.`;
