import { fact, type Messages } from '../../scenario.js';

/** Reasons why an attachment of a result is missing. */
const MISSING = [
  'its copy is gone',
  'it could not be read',
  'the file system refuses it',
  'there is no outbox',
  "it can't be read (…)",
  'it was not uploaded',
  'it was not kept',
  'it is not in the outbox',
  'it is not a file',
  'it became shorter while it was being read',
  'there is no room left in the outbox',
  '… is not the name of an outbox file',
  '… is not a plain file',
  '… is not in the outbox',
  "… is not the name of a report's attachment",
  '… is not in the report',
  'it was missing in an earlier report',
  "The attachment “…” can't be read: ….",
  'The service does not take attachments at this address (HTTP 404): check the url (TMS_URL).',
  "Testpoint's code for attachments can't be loaded. Is the package being reinstalled?",
];

export const deliveryElsewhere: Messages = {
  'the disk is full': {
    says: 'Writing to the outbox failed (EFBIG: file too large, write), so the rest was only in memory: attachments, steps and hooks may be missing',
    todo: 'Free some space, or set outboxDir (TMS_OUTBOX_DIR) to another disk.',
  },
  'neither the disk nor the service takes results': {
    says: '… results lost: neither the disk nor the service accepted them',
    todo: 'Free some space on the disk, and run the suite again.',
  },
  'something deletes .testpoint while the suite runs': {
    says: '… The outbox was deleted while the suite ran: attachments, steps and hooks may be missing',
    todo: 'Delete it before the suite starts, not while it runs.',
  },
  'something deletes .testpoint while the suite runs, and the service can’t be reached': {
    says: '… The outbox was deleted while the suite ran: undelivered results were put back, without their attachments',
    todo: 'Deliver them with npx testpoint flush.',
  },
  'threads are not allowed, the package is incomplete, or ulimit -v is low': {
    says: '3 results not delivered: the delivery thread could not start (…)',
    todo: 'Deliver with npx testpoint flush. If @testpoint/core is in an archive, unpack it; raise ulimit -v.',
    pieces: [
      'it needs 1.1 GiB of address space, and ulimit -v leaves … GiB',
      'it did not respond',
      'it ended on its own',
    ],
  },
  'something else wrote into .testpoint': fact(
    [
      "… … of the journal can't be read: the journal was damaged after it was written",
      'The session is kept in …. Restore it from a copy and flush it, or discard these lines:',
      'npx testpoint flush … --drop-unreadable',
    ].join('\n'),
  ),
  'a gigabyte or more is waiting':
    '… is waiting in … (… GiB): undelivered results are never deleted.\nDeliver with npx testpoint flush …, or delete the folders of sessions that you no longer need.',
  'something deletes .testpoint while the suite runs, and the results can’t be put back': {
    says: 'The outbox was deleted while the suite ran, so they are lost.',
    todo: 'Run the suite again.',
  },
  'the service is reachable, but does not work': {
    says: '2 results not delivered: the service does not answer',
    todo: 'Check the service, and deliver with npx testpoint flush.',
    pieces: ['the service accepts nothing', 'the delivery thread ended early'],
  },
  'an attachment is missing; this line is in the result’s message': {
    says: 'Attachment missing: 0.txt: it is gone',
    todo: 'Keep the file until the run is over. If the service did not take it, its answer follows.',
    pieces: MISSING,
  },
  'flush, on a damaged journal or one from another version': fact(
    '… does not start with a session that this version can read. If a newer version wrote it, flush with that version. To discard it, delete its folder',
    '… is not a plain file',
    '… is not a plain folder',
    '… was truncated while it was being read',
  ),
  'a run id that is not a GUID': {
    says: "… is not a run's id: it must be a GUID. Nothing was sent.",
    todo: 'Write testRunId (TMS_TEST_RUN_ID) as the service shows it.',
  },
  'the service, or a proxy, is slow': {
    says: 'No complete answer within … ms…: check the service and the network, or raise requestTimeout (TMS_REQUEST_TIMEOUT).',
    todo: 'Testpoint tries again.',
  },
  'the proxy does not answer': fact(
    'No connection to the proxy … from HTTP_PROXY (…): start it, correct …, or bypass it with NO_PROXY.',
  ),
  'the service’s certificate has expired': {
    says: "The service's certificate has expired (CERT_HAS_EXPIRED): renew it at the url of the service, or correct the clock of this machine.",
    pieces: [
      'is not valid yet (CERT_NOT_YET_VALID): correct the clock of this machine',
      'belongs to another host (ERR_TLS_CERT_ALTNAME_INVALID): correct the host in the url (TMS_URL)',
    ],
  },
  'the address begins with https, and the service speaks http': {
    says: 'No connection to the service (it does not speak TLS): write http:// in the url (TMS_URL), or correct its port.',
    pieces: ['it does not speak HTTP'],
  },
  'the address begins with http, and the service speaks https':
    'No connection to the service (…): check the url (https:// if the service speaks TLS) and the network.',
  'the service’s certificate is signed by your own authority': fact(
    "The service's certificate is not trusted here (…): set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that signed it.",
  ),
  'the service asks for a client certificate':
    "The service asks for a client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED), which Testpoint can't send: set the url (TMS_URL) to an address without this check, such as a proxy that has a certificate.",
  'the service ends the handshake, with TLS 1.2':
    "No connection to the service (TLS: … alert handshake failure): check the url (TMS_URL): the service may ask for a client certificate, which Testpoint can't send, or take only other TLS versions.",
  'the framework is too old for the reporter': {
    says: 'Testpoint: not reporting: … … is too old. @testpoint/… works with … … and newer.',
    todo: 'Update the framework.',
  },
};
