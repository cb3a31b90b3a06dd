import { useState } from 'preact/hooks';

const MENU = 'download';

/** The run as an offline report, in one of two forms. */
export function Download({ run }: { run: string }) {
  const [isAsked, setAsked] = useState(false);
  const address = (form: string) => `/viewer/runs/${encodeURIComponent(run)}/download?form=${form}`;
  return (
    <>
      <button type="button" class="clear" popovertarget={MENU}>
        Download
      </button>
      <div id={MENU} class="menu" popover="auto">
        <p>This run as an offline report:</p>
        <a href={address('html')} download="" onClick={() => setAsked(true)}>
          One page, with the smaller attachments
        </a>
        <a href={address('zip')} download="" onClick={() => setAsked(true)}>
          A folder (zip), with all attachments
        </a>
        <p role="status">{isAsked && 'The server writes the report. The download begins when it is ready.'}</p>
      </div>
    </>
  );
}
