import { TextButton } from '../view/text-button.js';
import { Page } from './page.js';

/** A page that says what is wrong, with a way on. */
export function Notice({ title, text, retry }: { title: string; text: string; retry?: () => void }) {
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        {retry !== undefined && <TextButton says="Try again" press={retry} />} <a href="/">All runs</a>
      </p>
    </Page>
  );
}
