import { type ReactNode, useEffect, useRef } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { Impersonating } from '#web/app/layouts/Impersonating.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import styles from './OnboardingLayout.module.css';
import { nameOf, type Step, steps } from './steps.ts';

/** The cover with the list of steps, beside the page of the current step. */
export function OnboardingLayout({
  step,
  who,
  children,
}: {
  step: Step;
  who: { name: string | null; self: boolean };
  children: ReactNode;
}) {
  const session = useSession();
  const at = step === 'DONE' ? steps.length : steps.indexOf(step);
  const name = nameOf(step, who);
  return (
    <>
      <DocumentTitle>{name}</DocumentTitle>
      <Impersonating session={session} />
      <div className={styles.onboarding}>
        <aside className={`cloth ${styles.rail}`} aria-label="Steps">
          <Link className="brand" to="/">
            <Brand />
          </Link>
          {at < steps.length && (
            <p className={styles.bar}>
              Step {at + 1} of {steps.length}: <b>{name}</b>
            </p>
          )}
          <ol className={styles.steps}>
            {steps.map((each, i) => (
              <li
                key={each}
                className={i < at ? styles.done : i === at ? styles.now : undefined}
                aria-current={i === at ? 'step' : undefined}
              >
                <i />
                {nameOf(each, who)}
                {i < at && <span className="sr"> (done)</span>}
              </li>
            ))}
          </ol>
          <p className={`note ${styles.stop}`}>You can leave now and continue here later.</p>
        </aside>
        <main className={styles.page} id="main" tabIndex={-1}>
          <div className={styles.in}>{children}</div>
        </main>
      </div>
    </>
  );
}

let lastStep: Step | null = null;

/** The heading of a step. It takes the focus when the step changes, so that screen readers continue here. */
export function StepHeading({ step, lead, children }: { step: Step; lead: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (lastStep !== null && lastStep !== step) heading.current?.focus({ preventScroll: true });
    lastStep = step;
  }, [step]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {children}
      </h1>
      <p className="lead quiet">{lead}</p>
    </>
  );
}
