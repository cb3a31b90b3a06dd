import type { ConfigurationSetting } from '../settings/settings.js';
import type { AttachmentUploader } from './attachment-uploader.js';
import { placeAttachments, placeConfiguration } from './body-edits.js';
import type { DeliveryLedger } from './delivery-ledger.js';
import type { PendingResult } from './journal-intake.js';
import type { Outgoing } from './result-sender.js';

export interface PreparationContext {
  uploader: AttachmentUploader;
  ledger: DeliveryLedger;
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
  begin(result: PendingResult, isLegacy: boolean): void {
    const { ledger, onReady } = this.#context;
    const { configurationFor } = result;
    // The legacy body names its configuration by its global id.
    if (configurationFor !== undefined && !isLegacy) {
      const { configurations, configurationId } = this.#context;
      const isOwn = Object.hasOwn(configurations, configurationFor);
      const id = isOwn ? configurations[configurationFor]?.id : configurationId;
      if (id === undefined) {
        ledger.refused(result, noConfiguration(configurationFor), false);
        return;
      }
      result.body = placeConfiguration(result.body, id);
    }
    if (result.attachments === undefined || isLegacy) onReady(result);
    else void this.#upload(result, result.attachments);
  }

  async #upload(result: PendingResult, attachments: NonNullable<PendingResult['attachments']>): Promise<void> {
    const { uploader, ledger, onReady, onChange } = this.#context;
    this.underWay++;
    try {
      const uploads = await Promise.all(attachments.map((attachment) => uploader.upload(attachment)));
      if (!ledger.isPaused) {
        const { body, missing } = placeAttachments(result.body, attachments, uploads);
        ledger.attachmentsMissing(missing);
        onReady({ ...result, body });
      }
    } catch {
      // Given up: the journal keeps the result.
    }
    this.underWay--;
    onChange();
  }
}

function noConfiguration(project: string): string {
  const own = project === '' ? '' : `configurations[${JSON.stringify(project)}].id or `;
  return `no configuration is known for it: set ${own}TMS_CONFIGURATION_ID`;
}
