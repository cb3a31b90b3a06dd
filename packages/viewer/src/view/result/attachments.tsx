import { type AttachmentKind, comparisonsOf, kindOf } from '../../model/attachment-kind.js';
import type { AttachmentModel } from '../../model/result-model.js';
import { bytes, counted } from '../../text/format-time.js';
import { missingSentence } from '../../text/missing.js';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icons.js';
import { TextButton } from '../text-button.js';
import { useReport } from '../use-report.js';
import { useShown } from '../use-shown.js';
import { Picture } from './picture.js';
import { ScreenshotComparison } from './screenshot-comparison.js';
import { TextContent } from './text-content.js';
import { Trace } from './trace.js';

const SHOWN_AT_FIRST = 20;

/** Attachments, with their content if a page can show it. */
export function Attachments({ title, attachments }: { title?: string; attachments: AttachmentModel[] }) {
  const [shown, setShown] = useShown(SHOWN_AT_FIRST);
  if (attachments.length === 0) return null;
  const { comparisons, others } = comparisonsOf(attachments);
  return (
    <section class="attachments" aria-label={title}>
      {title !== undefined && <h2>{title}</h2>}
      {comparisons.map((comparison) => (
        <ScreenshotComparison key={comparison.name} comparison={comparison} />
      ))}
      {others.length > 0 && (
        <ul class="vertical">
          {others.slice(0, shown).map((attachment, index) => (
            <Attachment key={index} attachment={attachment} />
          ))}
        </ul>
      )}
      {shown < others.length && (
        <TextButton
          says={`Show ${counted(Math.min(100, others.length - shown), 'more attachment')}`}
          press={() => setShown(shown + 100)}
        />
      )}
    </section>
  );
}

function Attachment({ attachment }: { attachment: AttachmentModel }) {
  const { name, contentType, file } = attachment;
  const kind = kindOf(attachment);
  return (
    <li class={`card attachment ${kind}`}>
      <header class="row wrap">
        <Icon name={kind === 'missing' ? 'alert' : 'file'} />
        <span class="name user">{name || '(unnamed)'}</span>
        <span class="quiet user">{contentType}</span>
        {file.bytes !== undefined && <span class="quiet">{bytes(file.bytes)}</span>}
        <span class="actions">
          {file.text !== undefined && <CopyButton label="Copy" text={() => file.text ?? ''} class="copy quiet" />}
          {kind !== 'missing' && <Save attachment={attachment} />}
        </span>
      </header>
      <Content attachment={attachment} kind={kind} />
    </li>
  );
}

function Content({ attachment, kind }: { attachment: AttachmentModel; kind: AttachmentKind }) {
  const { source } = useReport().data;
  const { file, contentType, name } = attachment;
  if (kind === 'missing') return <p class="missing user">{missingSentence(file.missing)}</p>;
  if (kind === 'text' || kind === 'json') {
    const text = <TextContent attachment={attachment} isJson={kind === 'json'} />;
    if (name !== 'error-context') return text;
    return (
      <details>
        <summary>Show</summary>
        {text}
      </details>
    );
  }
  if (kind === 'trace') return <Trace attachment={attachment} />;
  const { url } = source.attachment(file, contentType);
  if (kind === 'image') return <Picture name={name} url={url} />;
  if (kind === 'video' && url === undefined) return <p class="missing">{missingSentence()}</p>;
  // Browser recordings have no sound, so they need no captions.
  // biome-ignore lint/a11y/useMediaCaption: see above
  if (kind === 'video') return <video src={url} controls preload="metadata" aria-label={name} />;
  return null;
}

function Save({ attachment: { name, file, contentType } }: { attachment: AttachmentModel }) {
  const { url } = useReport().data.source.attachment(file, contentType);
  if (url === undefined) return null;
  return (
    <a class="copy quiet" href={url} download={fileName(name, file.path ?? '')} aria-label={`Save ${name}`}>
      <Icon name="down" />
      Save
    </a>
  );
}

/** The attachment's name with its file's extension, which tells the browser how to handle it. */
function fileName(name: string, path: string): string {
  const ending = /\.\w+$/.exec(path)?.[0] ?? '';
  const base = name.replaceAll(/[\\/:*?"<>|]/g, '_') || 'attachment';
  return base.endsWith(ending) ? base : `${base}${ending}`;
}
