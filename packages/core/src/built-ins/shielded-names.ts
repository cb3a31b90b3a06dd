/**
 * Members that we or Node read, and that our objects must not inherit from what tests add to `Object.prototype`.
 */
export const SHIELDED_NAMES: readonly string[] = [
  'toJSON',
  'then',
  // Records of tests, attempts and steps
  ...['line', 'project', 'origin', 'occurrence', 'externalId', 'testCases', 'reason', 'expectedToFail', 'message'],
  ...['links', 'parameters', 'properties', 'failureReason', 'attempts', 'worker', 'startedAt', 'endedAt', 'duration'],
  ...['setup', 'teardown', 'title', 'description', 'status', 'steps', 'location', 'column', 'projectName'],
  // Errors
  ...['error', 'errors', 'stack', 'name', 'cause', 'expected', 'actual', 'diff', 'codeFrame', 'errno', 'code'],
  // Attachments and links
  ...['attachments', 'contentType', 'path', 'owned', 'isOfChannel', 'body', 'kept', 'missing', 'url', 'type'],
  // Lines of a journal
  ...['kind', 'key', 'id', 'configurationId', 'configurationGlobalId', 'configurationFor', 'view', 'earlier', 'shard'],
  ...['machine', 'ci', 'branch', 'commit', 'jobUrl', 'report', 'page'],
  // Messages from test processes and from the delivery thread
  ...['data', 'test', 'attempt', 'record', 'skipped', 'unwritten', 'outbox', 'removed', 'unmarked', 'waiting', 'lost'],
  ...['gaveUp', 'detail', 'state'],
  // Options of Node's functions
  ...['signal', 'flag', 'mode', 'encoding', 'flush', 'recursive', 'withFileTypes', 'throwIfNoEntry', 'bigint'],
  ...['position', 'length', 'offset'],
  // Members of property descriptors
  ...['get', 'set', 'value', 'writable', 'enumerable', 'configurable'],
];
