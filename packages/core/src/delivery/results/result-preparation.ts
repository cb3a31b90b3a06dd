import type { AttachmentEntry } from '../../outbox/format/entries.js';
import type { ConfigurationSetting } from '../../settings/settings.js';
import type { AttachmentUploader } from '../attachments/attachment-uploader.js';
import type { DeliveryAccount } from '../delivery-account.js';
import { placeAttachments, placeConfiguration } from './body-edits.js';
import { bodyOf, type Outgoing, withBody } from './result-array.js';

export interface PreparationContext {
  uploader: AttachmentUploader;
  account: DeliveryAccount;
  /** For results whose session knew no configuration. */
  configurations: Readonly<Record<string, ConfigurationSetting>>;
  configurationId: string | undefined;
  onReady(result: Outgoing): void;
  /** A result with attachments is ready, or was given up. */
  onChange(): void;
}

/** What has to be done for a result before it can be sent: its configuration named, its attachments uploaded. */
export class ResultPreparation {
  #context: PreparationContext;
  /** Results whose attachments are under way. */
  underWay = 0;

  constructor(context: PreparationContext) {
    this.#context = context;
  }

  /** @param isLegacy the body that is sent has no place for attachments */
  begin(result: Outgoing, isLegacy: boolean): void {
    const { head } = result;
    if (head === undefined || isLegacy) {
      this.#context.onReady(result);
      return;
    }
    const { configurationFor, attachments } = head;
    const placed = this.#edited(result, () =>
      configurationFor === undefined ? result : this.#configured(result, configurationFor),
    );
    if (placed === undefined) return;
    if (attachments === undefined) this.#context.onReady(placed);
    // The journal's memory is used again while the files are under way.
    else void this.#upload(withBody(placed, Buffer.from(bodyOf(placed))), attachments);
  }

  /** The result with a configuration; undefined for a result that has to be refused for want of one. */
  #configured(result: Outgoing, project: string): Outgoing | undefined {
    const { configurations, configurationId, account } = this.#context;
    const isOwn = Object.hasOwn(configurations, project);
    const id = isOwn ? configurations[project]?.id : configurationId;
    if (id !== undefined) return withBody(result, placeConfiguration(bodyOf(result), id));
    account.refused(result, noConfiguration(project), false);
    return undefined;
  }

  /** Bodies are not looked at before there is something to change in them: one that is no JSON is refused here. */
  #edited(result: Outgoing, edit: () => Outgoing | undefined): Outgoing | undefined {
    try {
      return edit();
    } catch (error) {
      this.#context.account.refused(result, notJson(error), false);
      return undefined;
    }
  }

  async #upload(result: Outgoing, attachments: readonly AttachmentEntry[]): Promise<void> {
    const { uploader, account, onReady, onChange } = this.#context;
    this.underWay++;
    try {
      const uploads = await Promise.all(attachments.map((attachment) => uploader.upload(attachment)));
      const placed = this.#edited(result, () => {
        if (account.isPaused) return undefined;
        const { body, missing } = placeAttachments(bodyOf(result), attachments, uploads);
        account.attachmentsMissing(missing);
        return withBody(result, body);
      });
      if (placed !== undefined) onReady(placed);
    } catch {
      // Given up: the journal keeps the result.
    }
    this.underWay--;
    onChange();
  }
}

/** Why a result can't be delivered whose body its own journal has damaged. */
export function notJson(error: unknown): string {
  return `its body in the journal is not a result (${error instanceof Error ? error.message : String(error)})`;
}

function noConfiguration(project: string): string {
  const own = project === '' ? '' : `configurations[${JSON.stringify(project)}].id or `;
  return `it has no configuration: set ${own}TMS_CONFIGURATION_ID`;
}
