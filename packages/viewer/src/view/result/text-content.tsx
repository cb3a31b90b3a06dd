import { useMemo } from 'preact/hooks';
import type { AttachmentModel } from '../../model/result-model.js';
import { useReport } from '../use-report.js';
import { LongText } from './long-text.js';

/** A text attachment as plain text. A long text is in a separate file, which a page from `file://` can only show in a frame. */
export function TextContent({ attachment, isJson }: { attachment: AttachmentModel; isJson: boolean }) {
  const { source } = useReport().data;
  const { file, contentType, name } = attachment;
  const text = useMemo(() => (file.text !== undefined && isJson ? indented(file.text) : file.text), [file, isJson]);
  if (text !== undefined) return <LongText text={text} label={name} />;
  const { url, framable } = source.attachment(file, contentType);
  if (url === undefined || !framable || file.isText !== true) return null;
  return <iframe sandbox="" src={url} title={name} loading="lazy" />;
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json;
  }
}
