import { Guid } from '@testpoint/interface';
import { Type } from 'typebox';
import type { Attachments } from '../attachments.js';
import type { TypedInstance } from '../routes/operations.js';
import { sendContent } from '../routes/send-content.js';
import { isText } from './stored-result.js';

/** Attachments for the pages. Their content is untrusted: nothing that a browser could run is shown, and nothing can act as a page. */
export function addAttachmentViewRoutes(app: TypedInstance, attachments: Attachments): void {
  app.get(
    '/viewer/attachments/:id/content',
    { schema: { params: Type.Object({ id: Guid }) } },
    async (request, reply) => {
      const attachment = await attachments.find(request.params.id);
      const type = shownType(attachment.contentType);
      const name = encodeURIComponent(attachment.name.toWellFormed()).replace(/['()*]/g, hex);
      reply
        .type(type ?? 'application/octet-stream')
        .header('content-disposition', `${type === undefined ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`)
        .header('content-security-policy', "sandbox; default-src 'none'");
      return sendContent(request, reply, attachments, attachment);
    },
  );
}

/** Types that browsers show without running anything. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|video\/(?:mp4|webm|ogg))$/;

/** The type to send so that a browser shows the content; undefined if it must only be downloaded. */
function shownType(contentType: string): string | undefined {
  const [essence = ''] = contentType.toLowerCase().split(';');
  const type = essence.trim();
  if (SHOWN.test(type)) return type;
  return isText(type) ? 'text/plain; charset=utf-8' : undefined;
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
