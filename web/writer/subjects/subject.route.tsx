import { useParams } from 'react-router';
import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  const { subjectId = '' } = useParams();
  return (
    <PlainPage title="Subject" heading="What was said" lead="Everything this subject said is under Messages.">
      <Link className={buttonClass()} to={`/writer/messages/?subjectId=${encodeURIComponent(subjectId)}`}>
        Messages of this subject
      </Link>
    </PlainPage>
  );
}
