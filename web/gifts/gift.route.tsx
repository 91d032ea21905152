import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Give a book"
      heading="A book for somebody else you love"
      lead="Gifts are not open yet. Until they are, start the book yourself and invite whom it is for."
    >
      <Link className={buttonClass()} to="/onboarding/">
        Start a book
      </Link>
    </PlainPage>
  );
}
