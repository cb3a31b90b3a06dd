import type { AttachmentEntry, ResultHead } from '../../outbox/format/entries.js';
import type { AttachmentUploader } from '../attachments/attachment-uploader.js';
import type { DeliveryContext } from '../delivery-options.js';
import { unknownConfiguration } from '../messages.js';
import { notJson, placeAttachments, placeConfiguration } from './body-edits.js';
import { bodyOf, type Outgoing, withBody } from './outgoing.js';
import type { ResultDispatch } from './result-dispatch.js';

/** Prepares results for sending: adds the configuration, uploads attachments. */
export class ResultPreparation {
  #context: DeliveryContext;
  #uploader: AttachmentUploader;
  #dispatch: ResultDispatch;
  /** Number of results whose attachments are being uploaded. */
  underWay = 0;
  /** Why results stay behind. */
  whyLeft: string | undefined;

  constructor(context: DeliveryContext, uploader: AttachmentUploader, dispatch: ResultDispatch) {
    this.#context = context;
    this.#uploader = uploader;
    this.#dispatch = dispatch;
  }

  begin(result: Outgoing, { configurationFor, attachments }: ResultHead): void {
    const placed = this.#edited(result, () =>
      configurationFor === undefined ? result : this.#configured(result, configurationFor),
    );
    if (placed === undefined) return;
    if (attachments === undefined) this.#dispatch.push(placed);
    // The journal's memory is reused while the files are being uploaded.
    else void this.#upload(withBody(placed, Buffer.from(bodyOf(placed))), attachments);
  }

  /** All that can be added to a legacy body: the configuration. */
  addGlobalId(result: Outgoing, head: ResultHead): void {
    const { configurationFor = '' } = head;
    const configurationGlobalId = head.configurationGlobalId ?? this.#configurationOf(configurationFor).globalId;
    if (configurationGlobalId !== undefined)
      this.#dispatch.push({ ...result, head: { ...head, configurationGlobalId } });
    else this.#leave(configurationFor, 'globalId', 'TMS_CONFIGURATION_GLOBAL_ID');
  }

  /** The result with a configuration; undefined if it has none and stays in the outbox. */
  #configured(result: Outgoing, project: string): Outgoing | undefined {
    const { id } = this.#configurationOf(project);
    if (id !== undefined) return withBody(result, placeConfiguration(bodyOf(result), id));
    this.#leave(project, 'id', 'TMS_CONFIGURATION_ID');
    return undefined;
  }

  /** A project's own entry is used alone, even if incomplete. */
  #configurationOf(project: string): { id?: string | undefined; globalId?: number | undefined } {
    const { configurations, configurationId, configurationGlobalId } = this.#context;
    const own = Object.hasOwn(configurations, project) ? configurations[project] : undefined;
    return own ?? { id: configurationId, globalId: configurationGlobalId };
  }

  /** The result stays in the journal, and the others go on. */
  #leave(project: string, member: string, variable: string): void {
    const own = project === '' ? '' : `configurations[${JSON.stringify(project)}].${member} or `;
    this.whyLeft ??= unknownConfiguration(own, variable);
  }

  /** Bodies are only parsed if there is something to change in them. A body that is not JSON is refused here. */
  #edited(result: Outgoing, edit: () => Outgoing | undefined): Outgoing | undefined {
    try {
      return edit();
    } catch (error) {
      this.#context.account.refused(result, notJson(error), false);
      return undefined;
    }
  }

  async #upload(result: Outgoing, attachments: readonly AttachmentEntry[]): Promise<void> {
    const { account, pump } = this.#context;
    this.underWay++;
    try {
      const uploads = await Promise.all(attachments.map((attachment) => this.#uploader.upload(attachment)));
      const placed = this.#edited(result, () => {
        if (account.isPaused) return undefined;
        const { body, missing } = placeAttachments(bodyOf(result), attachments, uploads);
        return { ...withBody(result, body), missing };
      });
      if (placed !== undefined) this.#dispatch.push(placed);
    } catch {
      // Delivery gave up; the journal keeps the result.
    }
    this.underWay--;
    pump();
  }
}
