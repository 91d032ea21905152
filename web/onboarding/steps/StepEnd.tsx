import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { before, pathOf, type Step } from '../steps.ts';
import type { StepProblems } from '../use-onboarding.ts';
import styles from './steps.module.css';

/** The buttons for the next and the previous step, below the problems that prevent going on. */
export function StepEnd({
  step,
  lang,
  next,
  busy,
  problems,
  children,
}: {
  step: Step;
  /** The language of the problem and the main button, if it isn't the page's. */
  lang?: string | undefined;
  /** The label of the main button. */
  next: string;
  busy: boolean;
  problems: StepProblems;
  /** Another way to continue. */
  children?: ReactNode;
}) {
  const back = before(step);
  return (
    <>
      {problems.whole && (
        <div className={styles.problem} lang={lang}>
          <Notice kind="error" title={problems.whole} />
        </div>
      )}
      <div className={styles.end}>
        <Button type="submit" lang={lang} busy={busy} phoneWide>
          {next}
        </Button>
        {children}
        {back && (
          <Link className={buttonClass({ look: 'text' })} to={pathOf(back)}>
            Back
          </Link>
        )}
      </div>
    </>
  );
}
