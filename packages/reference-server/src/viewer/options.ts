/** Who may look at the server's pages, and from where. */
export interface ViewerOptions {
  /** Whether anyone may look, because the server accepts any credentials. */
  open: boolean;
  /** Whether only this machine can reach the server. */
  isPrivate: boolean;
  /** Names of this server in `Host`, without ports. An open server that others can reach shows its pages only under these. */
  allowedHosts: readonly string[];
  /** Address under which browsers reach the server, if it is behind a proxy. */
  publicUrl: URL | undefined;
  /** The key of `testpoint serve`, if it started this server. */
  localKey: string | undefined;
}
