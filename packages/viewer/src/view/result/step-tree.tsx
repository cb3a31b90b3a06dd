import { useContext, useMemo, useRef, useState } from 'preact/hooks';
import { fold } from '../../data/text-column.js';
import { isPrinting } from '../../model/printing.js';
import { type AttemptModel, type StepModel, stepsOf } from '../../model/result-model.js';
import { countOfSteps, hasDetails, type SeenStep, seenSteps, stepsWith } from '../../model/step-list.js';
import { counted, duration } from '../../text/format-time.js';
import { Icon, OutcomeIcon } from '../icons.js';
import { press } from '../keys.js';
import { Marked, marks } from '../marked.js';
import { TextButton } from '../text-button.js';
import { useShown } from '../use-shown.js';
import { Attachments } from './attachments.js';
import { LongText } from './long-text.js';
import { Pairs } from './pairs.js';

/** How many steps to draw at first. */
const AT_FIRST = 200;
/** With at least this many steps, they can be filtered. */
const MANY = 8;

/** Setup, steps and teardown as one tree, with times. Failed steps are expanded. */
export function StepTree({
  title,
  attempt,
}: {
  title: string;
  attempt: Pick<AttemptModel, 'setup' | 'steps' | 'teardown' | 'startedAt' | 'duration'>;
}) {
  const [toggled, setToggled] = useState<ReadonlySet<StepModel>>(new Set<StepModel>());
  const [shown, setShown] = useShown(AT_FIRST);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const [filter, setFilter] = useState('');
  const searched = useContext(marks);
  const wanted = fold(filter.trim());
  const terms = useMemo(() => (wanted === '' ? searched : [wanted]), [wanted, searched]);
  const total = useMemo(() => countOfSteps(stepsOf(attempt)), [attempt]);
  const matches = useMemo(() => stepsWith(attempt, terms), [attempt, terms]);
  const isPaper = isPrinting.value;
  const seen = useMemo(
    () => seenSteps(attempt, toggled, matches, wanted !== '', isPaper),
    [attempt, toggled, matches, wanted, isPaper],
  );
  if (total === 0) return null;

  const toggle = (step: StepModel) => {
    const next = new Set(toggled);
    if (!next.delete(step)) next.add(step);
    setToggled(next);
  };
  const focus = (index: number) => {
    const target = Math.max(0, Math.min(Math.min(shown, seen.length) - 1, index));
    setActive(target);
    list.current?.querySelectorAll<HTMLElement>('button.step')[target]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const one = seen[index];
    if (one === undefined) return;
    press(event, {
      ArrowDown: () => focus(index + 1),
      ArrowUp: () => focus(index - 1),
      Home: () => focus(0),
      End: () => focus(seen.length - 1),
      ArrowRight: () => (one.isOpen || !one.canOpen ? focus(index + 1) : toggle(one.step)),
      ArrowLeft: () => (one.isOpen ? toggle(one.step) : focus(outerOf(seen, index))),
    });
  };

  return (
    <section class="steps" aria-label={title}>
      <header class="wrap">
        <h2>{title}</h2>
        {total >= MANY && (
          <input
            type="search"
            aria-label={`Filter: ${title}`}
            placeholder="Filter steps"
            value={filter}
            onInput={(event) => {
              setFilter(event.currentTarget.value);
              setToggled(new Set());
            }}
          />
        )}
      </header>
      <marks.Provider value={terms}>
        {seen.length === 0 && <p class="quiet">No step matches.</p>}
        <ul ref={list} class="card" hidden={seen.length === 0}>
          {seen.slice(0, shown).map((one, index) => (
            <StepEntry
              key={index}
              one={one}
              isFirstOfPart={one.part !== seen[index - 1]?.part}
              total={attempt}
              isActive={index === Math.min(active, seen.length - 1)}
              toggle={() => {
                setActive(index);
                if (one.canOpen) toggle(one.step);
              }}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
          ))}
        </ul>
      </marks.Provider>
      {shown < seen.length && (
        <TextButton
          says={`Show ${counted(Math.min(1_000, seen.length - shown), 'more step')}`}
          press={() => setShown(shown + 1_000)}
        />
      )}
    </section>
  );
}

interface EntryProps {
  one: SeenStep;
  isFirstOfPart: boolean;
  /** The time that a full-width bar represents. */
  total: Pick<AttemptModel, 'startedAt' | 'duration'>;
  isActive: boolean;
  toggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function StepEntry({ one, isFirstOfPart, total, isActive, toggle, onKeyDown }: EntryProps) {
  const { step, depth, part, isOpen, canOpen } = one;
  return (
    <li style={{ '--depth': Math.min(depth, 12) }}>
      {isFirstOfPart && <span class="part">{part}</span>}
      <button
        type="button"
        class={`step row ${step.look}`}
        aria-expanded={canOpen ? isOpen : undefined}
        tabIndex={isActive ? 0 : -1}
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        <span class={isOpen ? 'fold unfolded' : 'fold'}>{canOpen && <Icon name="fold" />}</span>
        <OutcomeIcon look={step.look} />
        <span class="title fills user">
          <Marked text={step.title} />
        </span>
        {step.place !== '' && <code class="place user">{step.place}</code>}
        {depth > 12 && <span class="tag">level {depth + 1}</span>}
        <Bar step={step} total={total} />
        <span class="time">{step.duration === undefined ? '' : duration(step.duration)}</span>
      </button>
      {isOpen && hasDetails(step) && <Details step={step} />}
    </li>
  );
}

/** A bar that shows when the step ran within the attempt, and for how long. */
function Bar({ step, total }: { step: StepModel; total: EntryProps['total'] }) {
  const { startedAt, duration: whole } = total;
  if (startedAt === undefined || whole === undefined || whole <= 0 || step.startedAt === undefined)
    return <span class="span" />;
  const left = Math.max(0, Math.min(99, ((step.startedAt - startedAt) / whole) * 100));
  const width = Math.max(1, Math.min(100 - left, ((step.duration ?? 0) / whole) * 100));
  return (
    <span class="span" aria-hidden="true">
      <span style={{ left: `${left}%`, width: `${width}%` }} />
    </span>
  );
}

function Details({ step: { description, parameters, attachments } }: { step: StepModel }) {
  return (
    <div class="details vertical">
      {description !== '' && <LongText text={description} label="Step description" />}
      {parameters.length > 0 && <Pairs pairs={parameters} />}
      <Attachments attachments={attachments} />
    </div>
  );
}

function outerOf(seen: readonly SeenStep[], index: number): number {
  const depth = seen[index]?.depth ?? 0;
  for (let outer = index - 1; outer >= 0; outer--) if ((seen[outer]?.depth ?? 0) < depth) return outer;
  return index;
}
