import { fact, type Messages } from '../../scenario.js';

export const commandsElsewhere: Messages = {
  'flush, while the suite may still run: which process that is': fact(
    'its suite may still be running: process … on …, last sign of life … ago',
  ),
  'flush, while another process delivers the session': {
    says: 'process … on … is delivering it, but may be suspended: last sign of life … ago',
    todo: 'Wait until that process ends, then flush again.',
  },
  'an attachment in browser mode that Vite may not serve': fact(
    'Vite may not serve …',
    'Vite may not serve … (server.fs)',
  ),
  'init and doctor, when a script runs the tests by another program than the framework': fact(
    "… may run it with another configuration: if no results appear, add Testpoint's lines to that one",
  ),
  'a suite, when another server answers at the address of `testpoint serve`':
    '… is not the server that `testpoint serve` started, so nothing was sent to it. Start `npx testpoint serve` again.',
  'flush, on results for `testpoint serve`':
    'its results are for `testpoint serve`, which is not running: start `npx testpoint serve`, then flush again',
  'flush, on results for a service, while `testpoint serve` runs':
    'its results are for a service: set TMS_URL and TMS_SECRET_KEY',
  'flush, on results for `testpoint serve`, after --fresh':
    'its results are for another database of `testpoint serve`. If that was deleted (--fresh), delete this session, too',
  'exec --rerun, at the end of a suite': fact('Failed tests that exec runs again: …'),
  'exec --rerun, at the end of the last round, or of a suite that was interrupted': fact(
    'Results that exec delivers: …',
  ),
  'flush of a shard without a run': fact(
    'there is no run: set TMS_TEST_RUN_ID to the id that `testpoint run create` printed',
    'the disk is full',
    'The run has not been started (HTTP …): start it with ….',
    'npx testpoint report … --out testpoint-report-2',
    'No summary on the page of the job: …',
  ),
  'report, on a damaged journal or one from another version': fact(
    "Session … can't be read: … does not start with a session that this version can read….",
  ),
  'report, on some other folder or file': {
    says: '… contains neither sessions nor a Testpoint report',
    todo: 'Name an outbox (.testpoint), a session in it, or a report.',
  },
};
