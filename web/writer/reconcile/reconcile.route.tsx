import { useParams } from 'react-router';
import { Link } from '#web/app/Link.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { DeskPage } from '../DeskPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  const { subjectId = '' } = useParams();
  return (
    <DeskPage title="Reconcile" lead="Tellings may differ. Nothing is overwritten.">
      <h2>In force</h2>
      <p>
        A story told again joins the earlier one only where both share their sentences. Where they differ,
        both stand in the book with what they rest on, and a change to anything the family has touched is a
        proposal to the family.
      </p>
      <h2>What will be here</h2>
      <p>
        Stories told twice, dates and facts that contradict, people who may be the same, words from an unknown
        phone, and sentences whose source has gone: both sides with their words, and what choosing changes.
      </p>
      <p className="row">
        <Link
          className={buttonClass({ look: 'quiet' })}
          to={`/writer/subjects/${encodeURIComponent(subjectId)}/`}
        >
          To the subject
        </Link>
      </p>
    </DeskPage>
  );
}
