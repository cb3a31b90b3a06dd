interface Props {
  says: string;
  press: () => void;
  class?: 'more' | 'clear';
}

/** A button with nothing but its words. */
export function TextButton({ says, press, class: name = 'more' }: Props) {
  return (
    <button type="button" class={name} onClick={press}>
      {says}
    </button>
  );
}
